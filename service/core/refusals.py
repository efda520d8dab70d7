"""The sentence for each refusal of the service, and what to do next. Refusals of the rules have their own."""

from __future__ import annotations

from typing import NamedTuple

from rules.prose import N_


class Explanation(NamedTuple):
    """What is wrong, and what to do about it; both are translated by whoever shows them."""

    title: str
    advice: str


EXPLANATIONS = {
    "not-found": Explanation(
        N_("There is nothing here, or you may not see it."),
        N_("Check the address. A private game is shown only to its players: sign in with the account that plays."),
    ),
    "invitation-over": Explanation(
        N_("This invitation is over."),
        N_("It was taken back, or the place was offered to somebody else. Ask whoever invited you for another one."),
    ),
    "unauthenticated": Explanation(
        N_("This needs to know who you are."),
        N_("Sign in, or send a token as 'Authorization: Bearer sdl_…'."),
    ),
    "bad-token": Explanation(
        N_("That token is not one of ours."), N_("Check that it was copied whole, or make a new one.")
    ),
    "revoked-token": Explanation(N_("That token was revoked."), N_("Make a new one.")),
    "expired-token": Explanation(N_("That token was good for some time, which is over."), N_("Make a new one.")),
    "missing-scope": Explanation(
        N_("This token may not do that."), N_("Make a token that has the scope named in 'scope'.")
    ),
    "bad-code": Explanation(
        N_("That code is wrong, was used already, or is too old."),
        N_("Follow the link in the mail instead. A code is good only where it was asked for, for five tries."),
    ),
    "bad-app-request": Explanation(
        N_("An app has led you here in a way that we cannot answer."),
        N_(
            "It has to be mended by whoever makes it. A site is answered at the https origin of its client_id, a "
            "program at http://127.0.0.1 or http://[::1] with any port; nothing was given to it."
        ),
    ),
    "bad-device-code": Explanation(
        N_("No device waits with that code."),
        N_("Look at the device again: a code has eight letters and is good once, for ten minutes."),
    ),
    "bad-link": Explanation(
        N_("That link was used already or is too old."), N_("Ask for another one; it is good once, for 30 minutes.")
    ),
    "too-many-sign-ins": Explanation(
        N_("Too many mails to that address were asked for from here."),
        N_("The newest one is still good: use its link. Or wait 'retry_after' seconds, then another one is sent."),
    ),
    "rate-limited": Explanation(
        N_("Too many requests in a minute."),
        N_("Wait 'retry_after' seconds. 'bucket' says what there were too many of; the others are not affected."),
    ),
    "bad-address": Explanation(N_("That is not a mail address."), N_("Write it like name@example.org.")),
    "bad-name": Explanation(
        N_("That name cannot be used."),
        N_(
            "A name has 2 to 30 characters: lower-case letters, digits, dots, dashes and underlines. It does not begin "
            "with guest- or gone-, and no dot stands before two letters, as in a web address."
        ),
    ),
    "reserved-name": Explanation(
        N_("That name is kept for those who run this server, or looks like one that is."), N_("Choose another one.")
    ),
    "not-your-name": Explanation(
        N_("That is not your name, so nothing was deleted."), N_("Write it exactly as it stands on the page.")
    ),
    "name-taken": Explanation(N_("Somebody else has that name."), N_("Choose another one.")),
    "bad-time-zone": Explanation(N_("There is no such time zone."), N_("Use a name such as Europe/Berlin.")),
    "unknown-language": Explanation(
        N_("That language is not spoken here."), N_("Choose one of those that can be had: `languages` lists them.")
    ),
    "bad-message": Explanation(
        N_("That cannot be said here."),
        N_(
            "A message has 1 to 1000 characters, some of which can be seen, no control characters, and at most eight "
            "marks on each letter; it may have several lines."
        ),
    ),
    "bad-text": Explanation(
        N_("Others could not read that."),
        N_(
            "'name' says which text it is, 'reason' what is wrong. Write letters that can be seen, without control "
            "characters, and with at most eight marks on each."
        ),
    ),
    "too-many-messages": Explanation(
        N_("You have said a lot in this game in the last hour."), N_("Wait 'retry_after' seconds and say it again.")
    ),
    "bad-delivery": Explanation(
        N_("Mails cannot be sent like that."),
        N_("'name' says which part is wrong: at-once, idle, digest or off; 1 to 1440 minutes; hours from 0 to 23."),
    ),
    "bad-pause": Explanation(N_("That is no pause."), N_("It ends in the future, at most 90 days from now.")),
    "unknown-scope": Explanation(
        N_("There is no such scope."),
        N_("The scopes are: games:read, games:play, messages, account, webhooks, bots; and read and play of before."),
    ),
    "too-many-tokens": Explanation(
        N_("There are as many tokens as an account can have."), N_("Revoke one that is no longer needed.")
    ),
    "bad-expiry": Explanation(
        N_("A token cannot end then."),
        N_("It ends in the future, at most 'longest_days' days from now; say when, or after how many days."),
    ),
    "no-such-account": Explanation(
        N_("There is no account of that name."), N_("Check the spelling, or invite by mail address.")
    ),
    "no-such-ruleset": Explanation(
        N_("There is no such game here."), N_("GET /api/v1/rulesets lists the games that this server offers.")
    ),
    "bad-setup": Explanation(
        N_("A game cannot be set up like that."), N_("'name' and 'reason' say which part is wrong.")
    ),
    "bad-seats": Explanation(
        N_("The seats cannot be filled like that."),
        N_("Each seat is exactly one of me, email, account, ai and open; at least one is not the computer's."),
    ),
    "no-match": Explanation(
        N_("That cannot be played as a match."),
        N_("A match is for two who play against each other; where there is none, 'match' of the ruleset is null."),
    ),
    "seat-twice": Explanation(
        N_("Somebody would sit at this table twice."), N_("Everybody can have one seat in a game.")
    ),
    "already-invited": Explanation(
        N_("Somebody whom you invite has never answered us, and has an open invitation of yours."),
        N_("'name' is who, 'game' what it is to. Wait for the answer, or withdraw from that game."),
    ),
    "invitations-unwanted": Explanation(
        N_("Somebody whom you invite takes no invitations from you."),
        N_("'name' is who, as you have named them. Invite somebody else, or leave the seat open."),
    ),
    "too-many-invitations": Explanation(
        N_("You have invited as many people within a day as one can."),
        N_(
            "Wait 'retry_after' seconds, or leave a seat open. 'most' is how many a day may bring; 'bucket' says of "
            "what: invitations go to addresses that have never answered us, player-invitations to all others."
        ),
    ),
    "game-full": Explanation(N_("All seats are taken."), N_("Look for another open game, or create one.")),
    "game-started": Explanation(N_("The game has begun already."), N_("You can still resign.")),
    "not-started": Explanation(N_("The game has not begun yet."), N_("It begins by itself when all seats are taken.")),
    "game-over": Explanation(N_("The game is over."), N_("You can look at it, or start another one.")),
    "not-the-host": Explanation(
        N_("Only whoever has set the game up can do that."), N_("Ask them for the link by which a seat can be taken.")
    ),
    "not-private": Explanation(
        N_("This game needs no key: everybody can join it."), N_("Give away the address of its page.")
    ),
    "not-a-player": Explanation(N_("You have no seat in this game."), N_("Join it while a seat is open, or watch it.")),
    "not-your-turn": Explanation(
        N_("It is not your turn."), N_("'to_move' says whose turn it is; you will be told when it is yours.")
    ),
    "stale-version": Explanation(
        N_("The game has gone on since the version that you named."),
        N_("'happened' says what was played; look at the game again and answer its present version."),
    ),
    "damaged-game": Explanation(
        N_("What was played in this game does not fit together: a fault of ours."),
        N_("Nobody can move until it is mended, and no deadline passes; whoever runs this server was told."),
    ),
    "deadline-passed": Explanation(
        N_("The deadline of this turn had passed."), N_("The seat was given up; nothing was played.")
    ),
    "turn-over": Explanation(
        N_("This link was for a turn that is over."), N_("Your next turn comes with a link of its own.")
    ),
    "no-such-position": Explanation(
        N_("The log is not that long."), N_("'log_length' says how many entries there are.")
    ),
    "bad-webhook-address": Explanation(
        N_("No webhook can be sent to that address."),
        N_(
            "It must be https, without user or fragment, at a port that is 'allowed', and its name must lead to public "
            "addresses only; 'reason' says which it is: malformed, port, not-https or not-public."
        ),
    ),
    "too-many-webhooks": Explanation(
        N_("You have as many webhooks as an account can have."), N_("Delete one that you no longer need.")
    ),
    "webhook-off": Explanation(
        N_("That webhook is switched off."), N_("'switched_off' says why; switch it on with PATCH {\"enabled\": true}.")
    ),
    "webhook-unverified": Explanation(
        N_("That webhook has not shown yet that it wants events."),
        N_("It has to answer the challenge that it was sent; POST /webhooks/{id}/challenge sends another one."),
    ),
    "webhook-verified": Explanation(
        N_("That webhook has shown that it wants events."), N_("It needs no other challenge; it can be sent a test.")
    ),
    "too-many-challenges": Explanation(
        N_("Too many challenges were sent to webhooks of yours."),
        N_("Wait 'retry_after' seconds. Each challenge is tried again by itself, for three days."),
    ),
    "bad-manifest": Explanation(
        N_("A bot cannot be like that."), N_("'name' says which part is wrong, 'allowed' what could stand there.")
    ),
    "not-a-person": Explanation(
        N_("Only a person can do that, not a bot."), N_("Use a token of the person who owns it.")
    ),
    "not-your-bot": Explanation(
        N_("That bot is not yours."), N_("Only its owner may do that. GET /api/v1/bots?mine=true lists your bots.")
    ),
    "too-many-bots": Explanation(
        N_("You have as many bots as a person can have."), N_("Retire one that you no longer need.")
    ),
    "bot-not-for-you": Explanation(
        N_("That bot does not accept invitations of yours."),
        N_("'accepts' says whose it does: ask its owner to list you, or choose from GET /api/v1/bots."),
    ),
    "bot-paused": Explanation(
        N_("That bot is paused and takes no new games."),
        N_("Its owner can let it go on. GET /api/v1/bots?free=true lists bots that can be invited now."),
    ),
    "bot-not-this-game": Explanation(
        N_("That bot does not play this game."),
        N_("'rulesets' are those that it plays. GET /api/v1/bots?ruleset=… lists who plays this one."),
    ),
    "bot-not-these-seats": Explanation(
        N_("That bot does not play this game with so many seats."), N_("'seats' says with how many it does.")
    ),
    "bot-not-this-option": Explanation(
        N_("That bot does not play this game with that option."), N_("'values' are those of 'option' that it plays.")
    ),
    "bot-needs-more-time": Explanation(
        N_("That bot needs more time for a move."), N_("Give each turn at least as many days as 'days_per_move' says.")
    ),
    "bot-full": Explanation(
        N_("That bot has as many games as it plays at once."),
        N_("Ask again later. GET /api/v1/bots?free=true lists bots that can be invited now."),
    ),
    "idempotency-key-reused": Explanation(
        N_("That Idempotency-Key was used for another request."), N_("Take a new key for each new request.")
    ),
    "answer-lost": Explanation(
        N_("That was done before, but what was answered cannot be read any more: the server has another key now."),
        N_("Look at how things stand; nothing was done again. What is sent from now on is answered again as before."),
    ),
    "precondition-failed": Explanation(
        N_("It is no longer as your If-Match says."), N_("Get it again and decide anew.")
    ),
    "bad-request": Explanation(
        N_("The request cannot be read."), N_("'errors' says what is wrong and where; mend it and send it again.")
    ),
    "bad-json": Explanation(
        N_("The body is no JSON that we accept."), N_("Send one JSON object in UTF-8, without doubled keys.")
    ),
    "events-forgotten": Explanation(
        N_("Some of what happened at your tables after that event is forgotten by now."),
        N_(
            "Events are kept for 90 days. Look at your games anew, and go on with 'after' as this answer has it: there "
            "is everything that happened since."
        ),
    ),
    "bad-cursor": Explanation(
        N_("That cursor is not one of ours."), N_("Take 'next_cursor' from the page before, unchanged.")
    ),
    "too-slow": Explanation(
        N_("The request did not arrive in time."), N_("Nothing was changed. Send its body at once, within 10 seconds.")
    ),
    "too-large": Explanation(N_("The request is too large."), N_("Send less than 64 KiB.")),
    "unsupported-media-type": Explanation(
        N_("The body is of a type that is not read here."), N_("Send JSON with 'Content-Type: application/json'.")
    ),
    "not-acceptable": Explanation(
        N_("The answer cannot be given in that form."), N_("Accept application/json and application/problem+json.")
    ),
    "method-not-allowed": Explanation(
        N_("That method is not allowed here."), N_("The header Allow lists those that are.")
    ),
    "internal-error": Explanation(
        N_("Something went wrong on our side; nothing was changed."), N_("Try again in a little while.")
    ),
    "not-ready": Explanation(N_("The server is not ready yet."), N_("Try again in a little while.")),
    "not-upgraded": Explanation(
        N_("The tables of the database are from before this version of the server."),
        N_("Try again in a little while. Whoever runs this server has to run 'sundial upgrade'."),
    ),
}
AGAINST_THE_RULES = Explanation(
    N_("The rules of the game do not allow that move."),
    N_("'action' is where it stumbled, 'legal' holds up to five actions that are possible there."),
)
