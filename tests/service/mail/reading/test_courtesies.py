"""Courtesies beside a move: known friendly words say nothing more, and everything else does."""

from __future__ import annotations

import pytest

from service.mail.reading.courtesies import asks, says_more

COURTESIES = """
Hi Bob,
hi bob
Hello everyone!
Thanks / Bob
Cheers, / Bob Brown
Well played so far, greetings from Rome. / Bob
Good luck, Bob! How are you?
😀
Have a nice weekend :)
As I said:
Guten Morgen Anna, / Viele Grüße / Robert
Vielen Dank für die schöne Partie!
Liebe Anna, / du bist am Zug / LG
Ciao Anna, bella partita! / Un saluto da Roma, / Roberto
Grazie mille per la mossa e buona domenica
Bonjour Anne, merci beaucoup / À bientôt
Hola, gracias por la partida / Un abrazo, / José
Hoi Jan, bedankt / Groetjes
Cześć, dziękuję / Pozdrawiam
""".strip().splitlines()
MORE = """
Just asking
S T O P
Best not to play that
Cheers mate wrong game
Thanks, but no
Thanks / Withdrawn
LG / Irrtum
hi wait
hi that was silly
Best, Bob / PS: scrap it
See you / I take it all back
:(
👎
🛑
???
2
We moved house.
""".strip().splitlines()


@pytest.mark.parametrize("lines", COURTESIES)
def test_greetings_thanks_wishes_and_closings_say_nothing_more(lines: str) -> None:
    assert not says_more(lines.split(" / "))


@pytest.mark.parametrize("lines", MORE)
def test_all_other_words_say_more(lines: str) -> None:
    assert says_more(lines.split(" / "))


def test_a_question_asks_unless_it_is_about_ones_health() -> None:
    assert asks("Is that legal?")
    assert asks("Well played. Or?!")
    assert asks("??")
    assert not asks("Well played! How are you??")
    assert not asks("https://example.org/?a=1")
