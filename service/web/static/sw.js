// Without a connection: the lists and boards that were seen last. And notifications, which are shown while no page is open.
// Pages come from the network. A stored one is shown only if there is no answer, and says of when it is.
"use strict";

const PATIENCE = 3_000;
const [PAGES, FILES, OFFLINE] = ["sundial-pages-", "sundial-files", "sundial-offline"];
const [MOST_PAGES, MOST_FILES] = [30, 60];
const STORED = /^\/(games(\/\w{12})?)?$/;
const UNTOUCHED = /^\/(\w|api|hooks|live|mailbox|oauth|sign-in(?=\/))(\/|$)/;
const LEAVES = /^\/(sign-out|me\/(sign-out-everywhere|delete))$/;
const SWITCHES = /<(button|input|select|textarea)\b/g;

/** Store an answer; without room, as in a private window, all works without. */
async function put(name, key, answer, most) {
  try {
    const cache = await caches.open(name);
    await cache.put(key, answer);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -most).map((old) => cache.delete(old)));
  } catch {
    // not stored
  }
}

/** Delete the pages of all accounts but that one. */
async function forget(account = "") {
  const names = (await caches.keys()).filter((name) => name.startsWith(PAGES) && name !== PAGES + account);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Store the page that is shown in that language in the place of those that are not stored, with its files. */
async function learn(address) {
  const answer = await fetch(address, { credentials: "omit" });
  if (!answer.ok || answer.redirected) return;
  const files = (await answer.clone().text()).match(/\/static\/[^"]+/g) ?? [];
  const cache = await caches.open(OFFLINE);
  await cache.put(address, answer);
  await cache.addAll([...new Set(files)]);
}

/** Store a page of an account, and delete those of another one, or of one who has signed out. */
async function keep(answer) {
  const [account, type] = ["Sundial-Account", "Content-Type"].map((name) => answer.headers.get(name) ?? "");
  const isPage = answer.type === "basic" && !answer.redirected && type.startsWith("text/html");
  if (!isPage || !account || (!answer.ok && answer.status !== 401)) return;
  await forget(account);
  const { pathname, search } = new URL(answer.url);
  if (account === "none" || answer.status !== 200 || search || !STORED.test(pathname)) return;
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  headers.set("As-Of", new Date().toISOString());
  await put(PAGES + account, pathname, new Response(text, { headers }), MOST_PAGES);
  const words = wordsIn(text);
  if (!await caches.match(words)) await learn(words);
}

function wordsIn(text) {
  return `/offline?language=${/<html lang="([\w-]+)"/.exec(text)?.[1] ?? "en"}`;
}

/** Show a stored page: it says of when it is, and nothing on it can be sent. */
async function shown(stored) {
  const text = await stored.text();
  const words = await caches.match(wordsIn(text));
  const line = /<template id="as-of">(.*?)<\/template>/s.exec(await words?.text() ?? "")?.[1] ?? "";
  const language = /<html lang="([\w-]+)"/.exec(text)?.[1];
  const at = new Date(stored.headers.get("As-Of"));
  const isToday = at.toDateString() === new Date().toDateString();
  const time = at.toLocaleString(language, isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  const still = text.replace(/<script\b[^>]*><\/script>/g, "").replace(SWITCHES, "<$1 disabled");
  const told = still.replace(/<main\b[^>]*>/, (main) => main + line.replace("{time}", time));
  return new Response(told, { headers: stored.headers });
}

async function page(event, { pathname }) {
  const stored = STORED.test(pathname) ? await caches.match(pathname, { ignoreVary: true }) : null;
  const answer = fetch(event.request).then((found) => {
    event.waitUntil(keep(found.clone()).catch(() => {}));
    return found;
  });
  try {
    if (!stored) return await answer;
    return await Promise.race([answer, new Promise((_, late) => { setTimeout(late, PATIENCE); })]);
  } catch {
    if (stored) return shown(stored);
    const cache = await caches.open(OFFLINE);
    return (await cache.matchAll("/offline", { ignoreSearch: true, ignoreVary: true })).at(-1) ?? Response.error();
  }
}

async function file(event) {
  const stored = await caches.match(event.request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(event.request);
  const isFixed = answer.status === 200 && answer.headers.get("Cache-Control")?.includes("immutable");
  if (isFixed) event.waitUntil(put(FILES, event.request, answer.clone(), MOST_FILES));
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || UNTOUCHED.test(url.pathname)) return;
  if (request.method !== "GET") {
    if (LEAVES.test(url.pathname)) event.waitUntil(forget());
  } else if (url.pathname.startsWith("/static/")) {
    event.respondWith(file(event));
  } else if (request.mode === "navigate") {
    event.respondWith(page(event, url));
  } else if (STORED.test(url.pathname) && !url.search) { // a page that renews itself
    event.respondWith(fetch(request).then((found) => {
      event.waitUntil(keep(found.clone()).catch(() => {}));
      return found;
    }));
  }
});

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil((async () => {
    const cache = await caches.open(OFFLINE);
    const known = (await cache.keys()).map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === "/offline");
    await Promise.all(known.map(({ pathname, search }) => learn(pathname + search)));
  })().catch(() => {}));
});

/** Take over open pages, and store what they show. */
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    await self.clients.claim();
    const open = (await self.clients.matchAll()).map(({ url }) => new URL(url));
    for (const { pathname, search } of open) {
      if (STORED.test(pathname) && !search) await keep(await fetch(pathname));
    }
  })().catch(() => {}));
});

/** Show what came, always, as browsers require; and close what is over. */
self.addEventListener("push", (event) => {
  const { title, body, url, action, open = [] } = event.data?.json() ?? { title: "Sundial", url: "/" };
  event.waitUntil((async () => {
    await self.registration.showNotification(title, {
      body, tag: url, renotify: true, data: url, icon: "/apple-touch-icon.png", actions: action ? [{ action: "open", title: action }] : [],
    });
    for (const shown of await self.registration.getNotifications()) {
      if (shown.tag.startsWith("/games/") && ![url, ...open].includes(shown.tag)) shown.close();
    }
  })());
});

/** Go to the board: to the tab that shows it, else by another tab, else by a new one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { data } = event.notification;
  event.waitUntil((async () => {
    const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = tabs.find(({ url }) => new URL(url).pathname === data);
    if (there) return there.focus();
    const moved = await tabs[0]?.navigate(data).catch(() => null);
    return moved ? moved.focus() : self.clients.openWindow(data);
  })());
});
