// Sound and desktop notification when it becomes one's turn, as the account wants; on its settings, a try of each.
"use strict";
{
  const NOTES = [523, 784];
  const wanted = (document.currentScript.dataset.wanted ?? "").split(" ");

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

  document.addEventListener("change", async ({ target: box }) => {
    if (!box.checked) return;
    if (box.value === "sound") ring();
    if (box.value === "desktop") {
      document.querySelector("[data-blocked]").hidden = await Notification.requestPermission() === "granted";
    }
  });
  document.addEventListener("live:heard", ({ detail }) => {
    if (!detail.isMore) return;
    if (wanted.includes("sound")) ring();
    if (document.hidden && wanted.includes("desktop")) new Notification(document.title);
  });
}
