"""Build the documentation site with Sphinx: `make docs`.

The source folder is the checkout, so that a link between two Markdown files holds here as it does there.
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
sys.path.append(str(Path(__file__).parents[1] / "packages/sundial-rules/src"))

project = "Sundial"
root_doc = "index"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/**.md",
    "clients/*/README.md",
    "clients/generated/*/README.md",
    "examples/*/README.md",
    "packages/*/README.md",
    "rules/games/*/guide*.md",
]
exclude_patterns = [".*", "build", "var", "**/node_modules", "**/*.de.md", "**/*.it.md"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinxcontrib.openapi", "sphinx_sundial"]
default_role = "literal"
myst_enable_extensions = ["html_image"]
myst_fence_as_directive = ["figure"]
myst_heading_anchors = 4
openapi_default_renderer = "httpdomain"
html_theme = "furo"
html_title = "Sundial"
html_copy_source = False
html_use_index = False
html_domain_indices = ["http-routingtable"]
python_maximum_signature_line_length = 100
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyspiel"]
