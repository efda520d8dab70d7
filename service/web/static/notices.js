// Optional sound and desktop notification when it becomes one's turn; the choice is stored in this browser.
"use strict";
{
  const NOTES = [523, 784];
  const KEY = "sundial-notice-";
  const isWanted = (what) => localStorage.getItem(KEY + what) === "yes";

  function ring() {
    const context = new AudioContext();
    NOTES.forEach((note, number) => {
      const [tone, volume, begin] = [context.createOscillator(), context.createGain(), context.currentTime + number / 5];
      tone.frequency.value = note;
      volume.gain.setValueAtTime(0.12, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.8);
      tone.connect(volume).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + 0.8);
    });
  }

  function show() {
    for (const box of document.querySelectorAll("[data-notice]")) box.checked = isWanted(box.dataset.notice);
  }

  document.addEventListener("change", async ({ target: box }) => {
    if (!box.matches("[data-notice]")) return;
    if (box.checked && box.dataset.notice === "desktop") box.checked = await Notification.requestPermission() === "granted";
    localStorage.setItem(KEY + box.dataset.notice, box.checked ? "yes" : "no");
    if (box.checked && box.dataset.notice === "sound") ring();
  });
  document.addEventListener("live:heard", ({ detail }) => {
    if (!detail.isMore) return;
    if (isWanted("sound")) ring();
    if (document.hidden && isWanted("desktop")) new Notification(document.title);
  });
  document.addEventListener("table:renewed", show);
  show();
}
