"""Greetings, thanks, good wishes and closings: words beside a move that change nothing about it.

The lists are short of many friendly words on purpose: a friendly word that is missing delays a move, and nothing else.
Words that doubt a move can never be listed completely, so everything that is not known here counts as more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_SMILEYS = (
    "(?:[\U0001f600-\U0001f60f\U0001f617-\U0001f61d\U0001f642\U0001f643\U0001f917\U0001f929\U0001f970\U0001f973"
    "\U0001f44b-\U0001f44d\U0001f44f\U0001f64c\U0001f64f\U0001f64b\U0001f91d\U0001f91e\U0001f91f\u270c\U0001f4aa"
    "\u2764\U0001f493-\U0001f49f\u263a\u2600\u2728\u2b50\U0001f31e\U0001f31f\U0001f340\U0001f389\U0001f38a\U0001f37b"
    "\U0001f942\U0001f3b2\U0001f3c6\U0001f525\U0001f44c\U0001f3fb-\U0001f3ff\U0001f384\U0001f381]"
    r"|(?<!\w)(?:[:;8=]-?[)DpP*]+|\^\^|<3|[xX]D)(?!\w))"
)
"""Glad pictures, of letters or as one sign. Others may say that something is wrong."""
_THANKS = (
    r"(?:many |with )?thank(?:s| you)(?: a lot| (?:so|very) much| again| in advance)?|thx|ty|cheers"
    r"|much appreciated|(?:vielen |herzlichen |besten |lieben )?dank(?:e(?:sch[öo]n)?)?(?: sehr| dir| euch"
    r"| schon mal| im voraus)?|merci(?: beaucoup| bien| d'avance)?|(?:mille |tante )?grazie(?: mille| tante"
    r"| ancora)?|(?:muchas |mil )?gracias|bedankt|dank ?je(?: ?wel)?|dzięki|dziękuję(?: bardzo)?|obrigad[oa]|tack"
    r"|díky|děkuji|спасибо|ありがとう(?:ございます)?"
)
_GREETINGS = (
    r"hi(?:ya)?|hello|hey|dear|howdy|greetings|good (?:morning|afternoon|evening|day)|morning|evening"
    r"|welcome(?: back)?|hallo|halli hallo|hallöchen|moin(?: moin)?|servus|gr[üu](?:ß|ss) (?:gott|dich|euch)"
    r"|grüezi|guten (?:morgen|tag|abend)|liebe[rs]?|mahlzeit|ciao|salve|buon ?giorno|buona ?sera|buon pomeriggio"
    r"|car[oaie]|carissim[oaie]|bonjour|bonsoir|salut|coucou|cher|chère|hola|buenos días|buenas(?: tardes"
    r"| noches)?|estimad[oa]|querid[oa]|hoi|dag|goede(?:morgen|middag|navond)|beste|olá|oi|bom dia|boa (?:tarde"
    r"|noite)|hej(?:san)?|cześć|dzień dobry|dobry wieczór|witaj|ahoj|dobrý den|привет|здравствуйте|добрый день"
    r"|こんにちは|こんばんは"
)
_GREETED = (
    r"there|all|again|you|both|everyone|everybody|folks|friends?|mate|together|sundial|zusammen|alle|allerseits"
    r"|nochmal|(?:a )?tutti|à tous|a todos|allemaal|wszystkim"
)
CLOSINGS = (
    r"(?:with )?(?:(?:best|kind|kindest|warm|many|warmest) )?(?:regards|wishes)|all the best|best|cheers|sincerely"
    r"|yours(?: truly| sincerely)?"
    r"|(?:mit )?(?:(?:viele|liebe|herzliche|schöne|beste|freundliche)[nrm]? )?gr[uü](?:ß|ss)(?:en?)?"
    r"|lg|vg|mfg|bis (?:bald|dann)|a presto|alla prossima|un abbraccio"
    r"|(?:cordiali|distinti|cari|tanti|un) salut[io]|salut[io]|cordialmente"
    r"|(?:bien )?cordialement|amicalement|amitiés|bien à (?:toi|vous)|(?:un )?saludos?(?: cordiales)?|un abrazo"
    r"|(?:met )?vriendelijke groet(?:en)?|groet(?:en|jes)?|pozdrawiam|(?:med )?v[äe]nlig(?:a|e)? hälsning(?:ar)?|mvh"
    r"|s pozdravem|atenciosamente|abraços?"
)
"""What closes an email and says nothing to its reader."""
_FAREWELLS = (
    r"(?:(?:with )?(?:best|kind|kindest|warm|many|warmest) )?greetings|love|take care|bye(?: bye| for now)?|goodbye"
    r"|good night|xx+|hugs"
    r"|see you(?: (?:soon|later|tomorrow|around|then|there|next time))?|talk (?:soon|to you soon)"
    r"|tschüss?|bis (?:morgen|später|nachher|demnächst)|alles (?:gute|liebe)|gute nacht|dein[e]?"
    r"|a (?:domani|dopo|risentirci)|(?:un (?:caro |forte )?)?abbracci[o]?|baci|buona notte|un caro salut[io]"
    r"|à (?:bientôt|demain|plus(?: tard)?)|bisous?|besos|hasta (?:luego|pronto|mañana)"
    r"|tot (?:ziens|morgen|snel|later)|doei|pozdrowienia|do (?:zobaczenia|jutra)|um abraços?|até (?:logo|amanhã)|пока"
)
_CLOSINGS = rf"{CLOSINGS}|{_FAREWELLS}"
_WISHES = (
    # English
    r"good luck|gl(?: ?hf)?|hf|gg|good game|have fun|enjoy(?: (?:it|the game|your (?:day|evening|weekend)))?"
    r"|have a (?:nice|good|great|lovely) (?:day|evening|week|weekend|time|one|trip|holiday|sunday)|(?:well"
    r"|nicely) (?:played|done)(?: so far)?|(?:very )?(?:nice|good|great) (?:one|move|play|game)(?: so far)?"
    r"|take your time|no (?:hurry|rush|problem|worries)|(?:it's )?your turn(?: now)?|over to you|congrat(?:s"
    r"|ulations)|here (?:you|we) go|here(?: is|'s| comes| goes)? my (?:move|turn)|my (?:move|turn)(?: is)?|bravo"
    r"|well met|looking forward(?: to (?:it|your (?:move|reply|answer)|the game|this|our game))?|sorry for (?:the"
    r"|my|being) (?:long )?(?:delay|wait|late(?: (?:reply|answer|move))?)|nice to (?:meet|see|play with) you"
    r"|(?:i )?hope (?:you are|you're|all is) (?:all |doing )?(?:well|fine|good)|(?:merry|happy) (?:christmas"
    r"|new year|easter|birthday|holidays)|you're welcome|as (?:i )?(?:said|promised|announced)|for (?:the|this"
    r"|your|all your) (?:(?:nice|good|great|quick|lovely) )?(?:game|move|reply|answer|waiting|patience|playing"
    r"|invitation|invite|help|message|rematch)"
    # German
    r"|viel (?:glück|erfolg|spaß|spass|vergnügen)(?: noch)?|gut (?:gespielt|gemacht)|(?:sehr )?(?:schöne|gute|toll"
    r"|nette)[rsn]? (?:zug|spiel|partie)|(?:einen )?(?:schöne|gute)[rsn]? (?:tag|abend|morgen|sonntag|feierabend"
    r"|urlaub|woche|wochenende|reise)(?: noch)?|du bist (?:dran|am zug)|hier (?:ist |kommt )?mein zug|mein zug"
    r"|lass dir zeit|keine eile|kein(?: problem| stress|e ursache)|(?:entschuldige|entschuldigung für"
    r"|sorry für) die (?:verspätung|verzögerung)|frohe(?:s)? (?:weihnachten|ostern|neues(?: jahr)?)|guten rutsch"
    r"|glückwunsch|bitte(?: sehr| schön)?|gern geschehen|für (?:das|dein|die|deine|den|deinen) (?:(?:schöne|nette"
    r"|gute)[nrs]? )?(?:spiel|partie|zug|einladung|geduld|antwort)|(?:ich )?freue? mich(?: (?:schon|drauf|darauf"
    r"|auf (?:das spiel|die partie|deinen zug)))*|wie gesagt"
    # Italian
    r"|(?:bell|buon)[ao]? (?:partita|mossa|gioco|colpo|fortuna|divertimento|lavoro|giornata|serata|domenica"
    r"|weekend|fine settimana|natale|anno|viaggio|compleanno)|ben giocat[oa]|in bocca al lupo|tocca a te"
    r"|(?:ecco )?la mia mossa|complimenti|brav[oaie]|scusa(?:te)? (?:il|per il) ritardo|con calma|(?:nessuna"
    r"|non c'è) fretta|nessun problema|prego|di nulla|figurati|per (?:la|il|l'|aver) ?(?:partita|mossa|invito"
    r"|pazienza|attesa|aspettato|gioco|risposta)|come detto|non vedo l'ora"
    # French, Spanish, Dutch, Polish, Portuguese
    r"|bonne (?:chance|partie|journée|soirée|nuit|semaine|continuation)|bon (?:week-end|jeu|coup|après-midi"
    r"|courage)|(?:bien|joliment) joué|(?:beau|joli) coup|à toi(?: de jouer)?|de rien|pas de (?:souci|problème)"
    r"|(?:voici )?mon coup|pour (?:la|ta|votre|cette) (?:partie|patience|réponse|invitation)"
    r"|désolée? pour le retard|(?:buena|mucha) (?:suerte|partida|jugada)|bien jugad[oa]|buen (?:día|juego"
    r"|fin de semana)|te toca|de nada|sin prisa|(?:aquí (?:está|va) )?mi jugada|por (?:la|tu) (?:partida|jugada"
    r"|paciencia|respuesta|invitación)|veel (?:succes|plezier|geluk)|goed gespeeld|(?:mooie|goede) zet"
    r"|fijn(?:e)? (?:dag|avond|weekend)|jouw beurt|mijn zet|geen (?:haast|probleem)|graag gedaan|voor (?:het|de"
    r"|je) (?:spel|partij|zet|geduld|uitnodiging)|powodzenia|(?:dobra|fajna) gra|dobry ruch|twój ruch|mój ruch"
    r"|miłego (?:dnia|wieczoru|weekendu)|za (?:grę|partię)|boa (?:sorte|partida|jogada)|lycka till|hodně štěstí"
    r"|удачи|よろしくお願いします"
)
_QUESTIONS = (
    r"(?:and )?how (?:are|have) (?:you|things)(?: (?:doing|been|today))?|how's (?:it going|life|everything)"
    r"|all well|wie geht(?:'s| es)?(?: (?:dir|euch|ihnen))?(?: so)?|alles (?:gut|klar|ok)(?: bei (?:dir|euch))?"
    r"|come (?:va|stai|state)|tutto bene|(?:comment )?ça va|comment vas-tu|(?:qué tal|cómo estás)|hoe gaat het"
    r"|jak się masz|co słychać"
)
_TAKES_BACK = (
    r"(?:cancel|undo|stop|withdr|retract|mistak|irrtum|fehler|vergessen|annul|erro|sbagli|erreur|falsch)\w*|wrong|wait"
    r"|ignore|forget|sorry|not?|never|me|halt|warte|nicht|kein|niemals|non|pas|fout|niet|błąd|anuluj|nie|нет|стоп"
)
"""Words that stand where a name does, and are none."""
_SMALL = "".join(filter(str.islower, map(chr, range(0x600))))
_NAME = rf"(?!(?:{_TAKES_BACK})\b)(?-i:[^\W\d_{_SMALL}])[\w'-]*\.?"
_NAMES = rf"{_NAME}(?: {_NAME}){{0,2}}(?=\s*(?:[,.;:!()-]|\n|\Z|{_SMILEYS}))"
_COURTEOUS = re.compile(
    rf"{_SMILEYS}|[\s,.;:!…\"*-]|(?:and|und|e|et|y|en|i) |(?:"
    rf"(?:{_THANKS}|{_CLOSINGS})(?: (?:{_GREETED}))?(?![\w'])(?: (?:from|aus|da|de|desde|uit|z) {_NAMES})?"
    rf"(?:[\s,.]*{_NAMES})?"
    rf"|(?:{_GREETINGS})(?: (?:{_GREETED})|[ ,]+{_NAMES}| (?!(?:{_TAKES_BACK})\b)[^\W\d_]+(?=\W*$))?"
    rf"|(?:{_WISHES})(?: (?:{_GREETED}))?(?![\w'])(?:[ ,]+{_NAMES})?"
    rf"|(?:{_QUESTIONS})(?:[ ,]+{_NAMES})?[?]*)(?![\w'])",
    re.IGNORECASE | re.MULTILINE,
)
_FRIENDLY = re.compile(rf"(?<!\w)(?:{_QUESTIONS})(?:[ ,]+[^\W\d_]+)?\s*[?]+|<?https?://\S+", re.IGNORECASE)
_BEFORE = re.compile(
    r"\A(?:(?:ok(?:ay|e)?|alright|all right|so|well|yes|ja|gut|also|bene|allora|sì|bon|bueno|vale"
    rf"|{_THANKS}|{_GREETINGS})\b[\s,.!:]+)+",
    re.IGNORECASE,
)
_LAST = re.compile(rf"(?:(?<=[\s,.!;-])(?:{_THANKS}|{_CLOSINGS})|{_SMILEYS})\Z", re.IGNORECASE)
_LONGEST = 200
"""Characters of a line with a move and courtesies."""


def says_more(lines: Iterable[str]) -> bool:
    """Check whether lines hold more than greetings, thanks, good wishes, and a closing with the writer's name."""
    return _COURTEOUS.sub("", "\n".join(lines)) != ""


def asks(text: str) -> bool:
    """Check for a question, other than after somebody's health."""
    return "?" in _FRIENDLY.sub("", text.replace("؟", "?"))


def without_courtesies(line: str) -> str:
    """Remove a greeting or an "ok" at the beginning of a line, and thanks, smileys and exclamation marks at its end."""
    whole, rest = "", _BEFORE.sub("", line) if len(line) <= _LONGEST else line
    while rest != whole:
        whole, rest = rest, _LAST.sub("", rest.rstrip(" .!,;-"))
    return rest
