/** A move, chosen piece by piece: of all actions that are legal, those are left that fit what was chosen so far. */

const MANY = 24;

/** The words of an action. */
const words = (action) => action.split(" ");

/** The actions that have a word; a letter alone stands for all squares that begin with it. */
export const having = (actions, word) => actions.filter((action) => words(action).includes(word));

/**
 * What to choose from next: labels, each with the actions that are left then. What all actions begin with is no choice;
 * of many squares the first choice is their letter.
 */
export function choices(actions) {
  if (actions.length <= 1) return new Map(actions.map((action) => [action, [action]]));
  const split = actions.map(words);
  let shared = 0;
  while (split.every((each) => each.length > shared && each[shared] === split[0][shared])) shared += 1;
  const by = (label) => Map.groupBy(actions, (action) => label(words(action)));
  const next = by((each) => each.slice(0, shared + 1).join(" "));
  if (next.size > MANY && [...split].every((each) => /^[a-z]\d+$/.test(each[shared] ?? ""))) {
    const letters = by((each) => `${[...each.slice(0, shared), each[shared][0]].join(" ")} …`);
    if (letters.size > 1) return named(letters);
    return named(by((each) => each.slice(0, shared + 1).join(" ")));
  }
  return named(next);
}

/** One action is called by all of its words, several by those that they share, with a sign that more follows. */
function named(groups) {
  return new Map([...groups].map(([label, left]) => [left.length === 1 ? left[0] : label.endsWith("…") ? label : `${label} …`, left]));
}
