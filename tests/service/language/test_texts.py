"""Texts for other readers are visible, in every script, and overlap nothing around them."""

from __future__ import annotations

import re
import unicodedata

import pytest

from service.language import texts
from service.language.errors import Invalid

SCRIPTS = {
    "Vietnamese": "Tiếng Việt rất đẹp, chữ ở trên",
    "Hebrew with points and accents": "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים אֵ֥ת הַשָּׁמַ֖יִם וְאֵ֥ת הָאָֽרֶץ׃ יְרוּשָׁלִַ֔͏ִם",
    "Arabic with vowels": "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ ۝ ٱلْحَمْدُ لِلَّهِ",
    "Urdu": "کیا حال ہے؟",
    "Hindi": "क्षत्रिय ज़रूर शुक्रिया हिन्दी में लिखी हुई",
    "Sanskrit with accents": "अ॒ग्निमी॑ळे पु॒रोहि॑तं य॒ज्ञस्य॑",
    "Bengali": "বাংলা ভাষা খুব সুন্দর",
    "Tamil": "தமிழ் மொழி ஸ்ரீ",
    "Malayalam": "മലയാളം ക്ഷ്ത്ര്യ",
    "Thai": "ก็ที่นี่ไม่มีปัญหา เก้าอี้ น้ำ ปู่",
    "Lao": "ພາສາລາວ ກໍ່ ເຂົ້າ",
    "Khmer": "ភាសាខ្មែរ ស្ត្រី ក្រុ៊ម",
    "Burmese": "မြန်မာဘာသာ ကျွန်ုပ်တို့",
    "Tibetan": "བོད་སྐད་ བསྒྲུབས་ ཧྐྵྨླྺྼྻྂ",
    "Korean": "안녕하세요 ㅋㅋ",
    "Japanese": "さようなら がぎぐ、ﾊﾞﾊﾞ",
    "Chinese": "你好，世界",
    "Greek": "ᾄδω μῆνιν ἄειδε θεὰ Πηληϊάδεω Ἀχιλῆος",
    "Cyrillic": "Съешь ещё этих мягких французских булок",
    "Phonetic": "ə̃ː˞ t̪͡s̪ʼ k͡p̚",
    "Lithuanian": "į́ ė̃ u̇̀ vilkė̃",
    "Yoruba": "ẹ̀kọ́ Yorùbá ọ̀rọ̀",
    "Emoji": "👍",
    "Families": "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ❤️ 🤷🏽‍♀️",
    "Mathematics": "x⃗ a̅ 2≠3 ℝ",
    "Braille": "⠓⠑⠇⠇⠕",
    "Arrows": "→",
    "Private use": "\ue000",
    "Newer than our tables": "\U0001fae8",
    "One letter": "ツ",
}


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_every_script_can_be_written_composed_and_in_parts(script: str, form: str) -> None:
    text = unicodedata.normalize(form, SCRIPTS[script])  # type: ignore[arg-type]  # one of its literals

    assert texts.line("name", text) == text
    assert texts.message(text, 1000) == text
    assert re.search(texts.LINE, text)
    assert re.search(texts.LINES, text)


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\t \r\n", "\u200b", "\ufeff", "\u200d\u200c\u2060", "\u3164", "\uffa0\u115f\u1160", "\u2800\u2800",
     "\ufe0f", "\U000e0100", "\U000e0041\U000e0042", "\u00ad", "\u034f", "\u180e", "\u061c", "\u2003\u3000", "\u17b4",
     "\U0001d173", "\U0001d159", "\u2061\u206f"],
)  # fmt: skip
def test_a_text_of_which_nothing_can_be_seen_is_none(text: str) -> None:
    for read in (texts.line, texts.lines):
        with pytest.raises(Invalid) as refused:
            read("name", text)
        assert refused.value.details == {"reason": "invisible", "name": "name"}
    with pytest.raises(Invalid, match="bad-message"):
        texts.message(text, 1000)


@pytest.mark.parametrize(
    "text",
    [
        "a" + "\u0301" * 9,
        "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞",
        "ก" + "็" * 20,
        "o" + "\u20dd" * 10,
        "x" + "\u0336\u200d" * 9,
        "x" + "\u0336\u034f" * 5,
        "quite harmless at first, then h" + "\u0489" * 12,
        " " + "\u030a" * 900 + "x",
    ],
)
def test_towers_of_marks_are_refused(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        texts.message(text, 1000)
    assert (refused.value.code, refused.value.details["reason"]) == ("bad-message", "tower-of-marks")


def test_lines_are_for_texts_that_have_several() -> None:
    assert texts.lines("description", " Counts,\r\nand hopes. \u2028") == "Counts,\nand hopes."
    for ends in ("\n", "\r", "\u2028", "\x85", "\x0b"):
        with pytest.raises(Invalid, match="bad-text"):
            texts.line("author", f"Ann{ends}Bob")


@pytest.mark.parametrize("control", ["\x00", "\x07", "\x1b", "\x7f", "\x9f", "\u202e", "\u2066", "\ud800", "\uffff"])
def test_what_steers_the_screen_is_refused(control: str) -> None:
    for read in (texts.line, texts.lines):
        with pytest.raises(Invalid) as refused:
            read("name", f"An{control}n")
        assert refused.value.details == {"reason": "control-character", "name": "name"}


def test_what_is_told_to_clients_holds_for_every_letter() -> None:
    for number in range(0xD800):
        letter = chr(number)
        assert bool(re.search(texts.LINE, letter)) == is_taken(letter), hex(number)


def is_taken(letter: str) -> bool:
    try:
        texts.line("name", letter)
    except Invalid:
        return False
    return True
