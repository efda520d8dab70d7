/** What is kept between pages, in this tab alone: the token, and while signing in what the answer has to fit. */

const TOKEN = "three-screens.token", WISH = "three-screens.wish", NEWS = "three-screens.news", LAST = "three-screens.last";

const read = (key) => JSON.parse(sessionStorage.getItem(key) ?? "null");

/** The token with its issuer and where it is revoked, or null. */
export const session = () => read(TOKEN);
export const wish = () => read(WISH);
/** The Sundial that was connected to last, or null. */
export const last = () => read(LAST);
export const forgetWish = () => sessionStorage.removeItem(WISH);

/** Keeps what the answer of a Sundial has to fit. */
export function keepWish(made) {
  sessionStorage.setItem(WISH, JSON.stringify(made));
  sessionStorage.setItem(LAST, JSON.stringify(made.issuer));
}

/** Keeps a token; from now on this page can ask nobody but the Sundial that gave it. */
export function keep(given) {
  sessionStorage.setItem(TOKEN, JSON.stringify(given));
  narrow();
}

/** Lets the page ask the Sundial of the session and nobody else: policies add up, and none can be taken back. */
export function narrow() {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `connect-src ${session().issuer}`;
  document.head.append(policy);
}

/** Forgets the token and begins anew, with something to say; a new page, for the policy above is good for one Sundial. */
export function leave(...news) {
  sessionStorage.removeItem(TOKEN);
  sessionStorage.setItem(NEWS, JSON.stringify(news));
  location.replace(location.pathname + location.search);
}

/** What the page before had to say; once. */
export function news() {
  const words = read(NEWS);
  sessionStorage.removeItem(NEWS);
  return words;
}
