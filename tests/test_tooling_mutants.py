"""What `make mutants` changes, and what it says."""

from pathlib import Path

from cosmic_ray.work_item import MutationSpec

from tests.mutants import ROOT, areas, drawn, mutants_of, summed_up

CODE = """
def later(by: int | None, now: int) -> int | None:
    return now + (by or 1)
"""


def changes(tmp_path: Path) -> list[MutationSpec]:
    path = tmp_path / "later.py"
    path.write_text(CODE)
    return list(mutants_of(path))


def test_each_area_has_code_and_tests() -> None:
    for area in areas():
        assert list(ROOT.glob(area.code)), area.code
        paths = area.tests.partition(" -k ")[0].split()
        assert paths
        assert all((ROOT / path).exists() for path in paths)


def test_what_runs_is_changed_and_annotations_are_not(tmp_path: Path) -> None:
    assert {mutant.start_pos[0] for mutant in changes(tmp_path)} == {3}


def test_a_seed_draws_the_same_changes_again_and_no_place_twice(tmp_path: Path) -> None:
    everything = changes(tmp_path)
    chosen = drawn(everything, 100, 5)

    assert chosen == drawn(everything, 100, 5)
    assert len({mutant.start_pos for mutant in chosen}) == len(chosen) < len(everything)


def test_survivors_are_named_with_what_was_changed_and_figures_come_last(tmp_path: Path) -> None:
    first, second, *_ = changes(tmp_path)
    diff = "--- mutation diff ---\n--- a\n+++ b\n@@ -3 +3 @@\n-    now + 1\n+    now - 1"

    *named, figures = summed_up([(first, "survived", diff), (second, "killed", diff)])

    assert [text.splitlines()[1:] for text in named] == [["    -    now + 1", "    +    now - 1"]]
    assert named[0].startswith(f"survived: {tmp_path}/later.py:3 ")
    assert figures == "2 mutants, 1 killed, 1 survived"
