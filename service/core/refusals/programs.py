"""Of webhooks, bots, and how requests are written."""

from __future__ import annotations

from rules.prose import N_
from service.core.refusals.explanation import Explanation

PROGRAMS = {
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
    "no-bot-available": Explanation(
        N_("No bot can play that just now."),
        N_('Play the computer instead ({"ai": 3} among the seats of POST /games), or try again later.'),
    ),
    "seek-under-way": Explanation(
        N_("A bot is being asked to play with you already."),
        N_("Wait for its answer, or withdraw that wish: 'seek' is its id."),
    ),
    "no-seek": Explanation(
        N_("No bot can be asked for such a game."),
        N_("It is for two or more; options belong to a game that is named."),
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
    "foreign-tables": Explanation(
        N_("The tables of the database were made by another version of Sundial, and nothing converts them."),
        N_("The operator has to begin with an empty database, or to install the version that made the tables."),
    ),
}
