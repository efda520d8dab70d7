// Install Sundial as an app, and get notifications on this device; permission is asked only at a press.
"use strict";
{
  const KEPT = "sundial-device";
  const form = document.getElementById("device");
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
  let installing = null;

  function show(name, isShown = true) {
    for (const each of document.querySelectorAll(`[data-app="${name}"]`)) each.hidden = !isShown;
  }

  function bytesOf(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  }

  function isOurs(subscription) {
    return String(new Uint8Array(subscription.options.applicationServerKey ?? [])) === String(bytesOf(form.dataset.key));
  }

  /** Subscribe, with our present key, and hand that in; return whether it was taken. */
  async function subscribe() {
    await navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const former = await pushManager.getSubscription();
    if (former && !isOurs(former)) await former.unsubscribe();
    const key = { userVisibleOnly: true, applicationServerKey: bytesOf(form.dataset.key) };
    const { endpoint, keys } = (await pushManager.subscribe(key)).toJSON();
    const body = new URLSearchParams([...new FormData(form), ...Object.entries({ endpoint, ...keys })]);
    const { ok } = await fetch(form.action, { method: "POST", credentials: "same-origin", body });
    if (ok) localStorage.setItem(KEPT, form.dataset.account);
    return ok;
  }

  /** Subscribe anew where the browser or we have changed keys since the press. */
  async function renew() {
    if (Notification.permission !== "granted" || localStorage.getItem(KEPT) !== form.dataset.account) return;
    const registration = await navigator.serviceWorker.getRegistration();
    const known = await registration?.pushManager.getSubscription();
    if (!known || !isOurs(known)) await subscribe();
  }

  function tellHowItStands() {
    if (isApple && !isInstalled) show("apple");
    else if (!("PushManager" in window && "serviceWorker" in navigator && "Notification" in window)) show("none");
    else if (Notification.permission === "denied") show("denied");
    else if (!("on" in form.dataset)) show("ask");
  }

  document.addEventListener("click", async ({ target }) => {
    if (target.closest("[data-app=ask]")) {
      show("failed", false);
      const isDone = await Notification.requestPermission() === "granted" && await subscribe().catch(() => false);
      if (isDone) location.reload();
      else if (Notification.permission === "denied") {
        show("ask", false);
        show("denied");
      } else show("failed");
    } else if (target.closest("[data-app=install]")) {
      await installing.prompt();
      show("install", false);
    }
  });
  document.addEventListener("submit", ({ target }) => {
    if (target.matches("[data-app-ends]")) localStorage.removeItem(KEPT);
  });
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installing = event;
    show("install");
  });
  if (form) {
    tellHowItStands();
    if ("PushManager" in window && "serviceWorker" in navigator && "Notification" in window) renew().catch(() => {});
  }
}
