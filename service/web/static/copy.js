// Copy or share the field beside a button. Without scripts, the field can be selected.
const known = document.documentElement.classList;
known.add("copies");
if (navigator.share) known.add("shares");

/** Copy a field; where the clipboard is refused, as without HTTPS, by its selection. */
async function copy(field, button) {
  try {
    await navigator.clipboard.writeText(field.value ?? field.textContent);
  } catch {
    getSelection().selectAllChildren(field);
    field.select?.();
    document.execCommand("copy");
  }
  button.textContent = button.dataset.copy;
}

function share(field) {
  const shown = field.value ? { title: document.title, url: field.value } : { text: field.textContent };
  navigator.share(shown).catch(() => {}); // closing the dialog is no error
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".copy button");
  const field = button?.closest(".copy").querySelector("input, textarea, pre");
  if (button?.matches("[data-copy]")) copy(field, button);
  else if (button) share(field);
});
document.addEventListener("focusin", ({ target }) => { if (target.matches(".copy [readonly]")) target.select(); });
