"""Detection of words that retract, correct or question another part of an email.

A second intent is detected as such. These words cover texts that name none ("no wait, not that one"). They are few,
in the languages of most players. A false match costs a question, never a move. But footers are in every email of their
writer, so no word here may be usual in footers.
"""

from __future__ import annotations

import re

_GOES_ON = 50
"""Characters. An email program broke a line of this length that ends no sentence; it goes on in the next line."""
_LONGEST = 200
"""Characters: nobody retracts a move in a longer text."""
_END = (".", "!", "?", ":")
_ALONE = r"(?=\W*$|[,.;:!-])"
_OPENINGS = (
    # English: "no problem", "not bad" and "No virus found" are small talk
    rf"no(?:{_ALONE}|(?= (?:wait|sorry|rather|not|actually|i|that|this|let|hold|better|please|stop|instead)\b))"
    rf"|not(?:{_ALONE}|(?= (?:that|this|the|so|sure|yet|really|it)\b))|nope|wait|stop{_ALONE}|hold on|hang on|oo?ps"
    r"|whoops|argh|correction|undo|(?:cancel|ignore|forget|scratch|strike) (?:that|it|my)|never ?mind|instead|rather"
    r"|actually|or|better (?:not|still|to)"
    # German, where an email may begin with "Lieber Bob"
    rf"|nein|nee|nö|nicht (?:das|den|die|so)|halt{_ALONE}|moment|warte|lieber (?:doch|nicht|so|das|den|die)|doch|ups"
    r"|korrektur|oder|vergiss"
    # Italian, French, Spanish
    rf"|aspetta|anzi|ferm[ao]{_ALONE}|oppure|o meglio|ops|correzione|annulla|non{_ALONE}|attends?|plutôt"
    r"|ou (?:plutôt|bien)|oups|annule|espera|mejor|o mejor|cancela"
)
"""Beginnings of lines that retract something."""
_ANYWHERE = (
    rf"(?:i'd|i would|or|no|but|wait) rather|instead{_ALONE}|i mean|i meant|meant to|changed? my mind|second thoughts?"
    r"|take (?:it|that|my move) ?back|take-?back|my mistake|typo|mistyped|wrong (?:move|one|line|square)"
    r"|(?:maybe|perhaps|rather|probably) not|or (?:maybe|perhaps|better)|only if (?:you|he|she|they|\w+) agrees?"
    r"|do(?:n't| not) play|(?:should|shall|can|may|could) i (?:play|place|put|move|take|choose)|what if"
    r"|which (?:one|move)|is (?:that|this|it) (?:allowed|legal|possible|valid)|i resign|to resign|concede|i give up"
    r"|stattdessen|doch (?:lieber|nicht|besser)|ich mein(?:e|te)|gemeint|vertippt|zurücknehmen|anders überlegt"
    r"|war falsch|aus versehen|(?:soll|darf|kann) ich|gebe auf|aufgeben"
    r"|invece|piuttosto|cambiato idea|mi sono sbagliat[oa]|volevo dire|intendevo|ci ho ripensato"
    r"|(?:posso|devo) (?:giocare|mettere)|mi arrendo|abbandono"
    r"|je voulais dire|changé d'avis|quise decir|cambiado de (?:idea|opinión)|me rindo"
)
_TAKES_BACK = re.compile(
    rf"\W*(?:(?:oh|ah|hm+|um|er|okay|ok|but|and|sorry|ach|aber|ma|scusa)\W+)*(?:{_OPENINGS})(?!\w)"
)
_QUESTIONS = re.compile(rf"(?<!\w)(?:{_ANYWHERE})(?!\w)")


def is_doubt(said: str) -> bool:
    """Check whether a line or paragraph casts doubt on the text beside it."""
    plain = said.lower()
    return len(plain) <= _LONGEST and bool(_TAKES_BACK.match(plain) or _QUESTIONS.search(plain))


def goes_on(line: str) -> bool:
    """Check whether a line of talk seems to go on in the next."""
    return len(line) >= _GOES_ON and not line.endswith(_END)
