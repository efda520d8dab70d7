"""The sentence for each refusal of the service, and what to do next. Refusals of the rules have their own.

First those of who somebody is and what they may do, then those of games, and at last those that mostly programs meet.
"""

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
        N_("That link was used already or is too old."),
        N_("Enter the code from that email in the browser where you asked for it. Or ask for another email."),
    ),
    "too-many-sign-ins": Explanation(
        N_("Too many mails to that address were asked for from here."),
        N_("The newest one is still good: use its link. Or wait 'retry_after' seconds, then another one is sent."),
    ),
    "rate-limited": Explanation(
        N_("Too many requests."),
        N_(
            "Wait 'retry_after' seconds. 'bucket' names the limit, 'most' is its amount. Other limits are not affected."
        ),
    ),
    "network-limited": Explanation(
        N_("Too many requests from your network without an account."),
        N_(
            "Sign in and send a token: then only your own requests count. Or wait 'retry_after' seconds. 'bucket' "
            "names the limit, 'most' is its amount."
        ),
    ),
    "limit-reached": Explanation(
        N_("That is more than you can have at a time."),
        N_("Finish or close one, or wait until one is finished. 'bucket' names the limit, 'most' is its amount."),
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
    "no-such-words": Explanation(
        N_("There are no quick words of that name."), N_("Choose one of those that the page of the game shows.")
    ),
    "not-heard": Explanation(
        N_("They want to hear nothing from you alone."), N_("What you say to all at the table, they still hear.")
    ),
    "nobody-there": Explanation(
        N_("Nobody has that seat to whom you could say something alone."),
        N_("Choose a seat of somebody else who plays with you; the computer hears nothing."),
    ),
    "too-many-messages": Explanation(
        N_("You have said a lot in this game in the last hour."), N_("Wait 'retry_after' seconds and say it again.")
    ),
    "silenced": Explanation(
        N_("You cannot say anything at tables for now."),
        N_("Whoever runs this server has decided so, and 'until' says for how long. You can play on."),
    ),
    "suspended": Explanation(
        N_("This account is closed."),
        N_(
            "Whoever runs this server has closed it. Games under way can be finished by the links in their mails; "
            "write to whoever runs it about the rest."
        ),
    ),
    "text-or-quick": Explanation(
        N_("Something is said in one way."), N_("Send either 'text', which is in your own words, or 'quick'.")
    ),
    "own-message": Explanation(N_("You have said that yourself."), N_("Report what others say.")),
    "bad-grievance": Explanation(
        N_("That is no reason to report something."), N_("The reasons are: abuse, spam, cheating, other.")
    ),
    "too-many-reports": Explanation(
        N_("You have reported a lot in the last day."),
        N_("Wait 'retry_after' seconds. What was reported is kept."),
    ),
    "bad-delivery": Explanation(
        N_("Mails cannot be sent like that."),
        N_("'name' says which part is wrong: at-once, idle, digest or off; 1 to 1440 minutes; hours from 0 to 23."),
    ),
    "bad-pause": Explanation(N_("That is no pause."), N_("It ends in the future, at most 90 days from now.")),
    "unknown-scope": Explanation(
        N_("There is no such scope."),
        N_("The scopes are: games:read, games:play, messages, account, webhooks, bots."),
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
    "no-series": Explanation(
        N_("That cannot be played as a series."),
        N_("A series is of single games, first to 1 to 5 wins, for two or more who play against each other."),
    ),
    "seat-twice": Explanation(
        N_("Somebody would sit at this table twice."), N_("Everybody can have one seat in a game.")
    ),
    "already-invited": Explanation(
        N_("That address already has an open invitation from you."),
        N_(
            "'name' is the address, 'game' the game. Wait for the answer, withdraw from that game, or invite the "
            "player by name."
        ),
    ),
    "invitations-unwanted": Explanation(
        N_("Somebody whom you invite takes no invitations from you."),
        N_("'name' is who, as you have named them. Invite somebody else, or leave the seat open."),
    ),
    "too-many-invitations": Explanation(
        N_("You have invited as many people within a day as one can."),
        N_(
            "Wait 'retry_after' seconds, or leave a seat open. 'most' is the limit for a day. 'bucket' is invitations "
            "(by address) or player-invitations (by name)."
        ),
    ),
    "not-invited": Explanation(
        N_("Nobody is invited to that seat now."),
        N_("They have answered, or the invitation was taken back. Load the game again to see who sits there."),
    ),
    "reminded-lately": Explanation(
        N_("They have heard of this invitation within a day."),
        N_("An invitation is brought to mind once a day; wait 'retry_after' seconds."),
    ),
    "no-more-reminders": Explanation(
        N_("There is no reminding them any more."),
        N_("Three mails are enough, and bots get none. Withdraw the invitation, and the seat is free for others."),
    ),
    "analysis-not-agreed": Explanation(
        N_("A game against people is analysed once it is over."),
        N_("Before that, all who play must agree to it, by POST /games/{id}/analysis; 'agreed' are the seats that do."),
    ),
    "analysis-not-yet": Explanation(
        N_("This cannot be analysed yet: others still play on such a board."),
        N_("Ask again when the puzzle, or the match, is over."),
    ),
    "nothing-to-analyse": Explanation(
        N_("Nobody is to act at that place of the log."),
        N_("Choose 'at' so that a seat acts next, as at the beginning of each move."),
    ),
    "contribution-fixed": Explanation(
        N_("Your part of the dice is there already."),
        N_("It cannot be changed. Who sets a game up chooses theirs in 'join' after asking for it by 'contributes'."),
    ),
    "no-beacon": Explanation(
        N_("No public beacon has a part in this."),
        N_("This server offers none for new games, or the game waits for none; leave 'beacon_minutes' null."),
    ),
    "beacon-awaited": Explanation(
        N_("The public beacon may still answer."),
        N_("The game can begin without it once it is six hours late: from 'not_before' on."),
    ),
    "beacon-out": Explanation(
        N_("It is too late for a word of yours: what the public beacon brings is known by now."),
        N_("Join without 'contribution'; the server makes some up, out of the seed, and has no choice in it."),
    ),
    "early-contribution": Explanation(
        N_("A seat that contributes names its part of the dice in 'join', when the commitment is there."),
        N_("Leave 'contribution' out, or 'contributes'."),
    ),
    "nothing-to-take-back": Explanation(
        N_("You have played nothing that could be taken back."), N_("A move can be taken back while the game goes on.")
    ),
    "dice-are-cast": Explanation(
        N_("Dice were thrown since your last move."),
        N_("What chance has shown cannot be taken back, nor what was played before it. Play on."),
    ),
    "another-proposal": Explanation(
        N_("Something else is proposed at this table."),
        N_("'what' is what, and 'seat' who proposes it. Agree to it or decline it first, or play on."),
    ),
    "bad-clock": Explanation(
        N_("A clock cannot be fast and something else."),
        N_("With 'fast', leave 'bank' null and 'weekends_off' and 'nights_off' false, or leave 'fast' null."),
    ),
    "no-challenge": Explanation(
        N_("Nobody can be challenged to that."),
        N_(
            "Challenges are for games of two that play against each other, with the usual agreements but for the time; "
            "least_days is at most most_days."
        ),
    ),
    "challenge-stands": Explanation(
        N_("You have that challenge standing already."),
        N_("Take it back first if the days or the number of games are to be others."),
    ),
    "challenges-enough": Explanation(
        N_("You have as many challenges standing as one may."), N_("Take one back; 'most' says how many there may be.")
    ),
    "own-challenge": Explanation(
        N_("That is your own challenge."), N_("Wait until somebody takes it up, or take it back.")
    ),
    "challenge-busy": Explanation(
        N_("They have as many of these games as they want just now."),
        N_("Try again later, or let a challenge of your own stand: it meets theirs once they are free."),
    ),
    "visitors-enough": Explanation(
        N_("Visitors can take a third of these places, and one network half of that. None is free now."),
        N_("Sign in, or try again in an hour. Visitors who have not moved by then lose their place."),
    ),
    "playing-already": Explanation(
        N_("You have a game by a challenge with them already."), N_("Play it to its end; then you can begin another.")
    ),
    "no-substitutes": Explanation(
        N_("A match has no substitutes."),
        N_("It is between two people. Let the computer play on, or let the seat be given up."),
    ),
    "seat-not-left": Explanation(
        N_("Nobody has left that seat."),
        N_("Its player is there, is back, or somebody else was faster. GET /left-seats lists others."),
    ),
    "at-the-table": Explanation(
        N_("You have a seat in this game, or had one."),
        N_("Take over a seat among others. GET /left-seats lists them."),
    ),
    "substitute-unwelcome": Explanation(
        N_("You do not play with somebody at this table."),
        N_("One of you takes no invitations from the other. GET /left-seats lists seats at other tables."),
    ),
    "substitute-enough": Explanation(
        N_("You are a substitute in as many games as one may be."), N_("Play one to its end; 'most' says how many.")
    ),
    "proposed-enough": Explanation(
        N_("The others were asked often enough about this position."),
        N_("Play on; after the next move you may ask again."),
    ),
    "proposal-over": Explanation(
        N_("That is not proposed any more."),
        N_("Somebody has played on, or declined it. GET /games/{id}/proposal says what is proposed now."),
    ),
    "draw-declined": Explanation(
        N_("The computer declined the draw. It expects a better result."),
        N_("Play on. 'seats' names the seats that declined."),
    ),
    "no-draw": Explanation(
        N_("This game does not end in a draw."),
        N_("A draw can be agreed on where by the rules several can win together, and not within a match."),
    ),
    "clock-not-stopped": Explanation(N_("No clock is stopped, and you have not asked for it."), N_("Play on.")),
    "line-too-long": Explanation(
        N_("That is more than can be thought through in one go."),
        N_(
            "A line has at most 'most' moves and 'longest' characters. Begin another one from a later place of the log."
        ),
    ),
    "branch-name-taken": Explanation(
        N_("You keep a branch of that name in this game already."),
        N_("Give this one another name, or change the one that there is."),
    ),
    "branches-enough": Explanation(
        N_("You keep as many branches as one may."),
        N_("Delete one; 'most' says how many there may be of a game, 'most_in_all' of all games."),
    ),
    "bad-plan": Explanation(
        N_("That cannot be read as a plan."),
        N_(
            "Write: if their move then your move. Several branches stand one below the other, what goes on from one in "
            "brackets behind it. 'near' is where it stumbled, 'expected' what should stand there."
        ),
    ),
    "plan-illegal": Explanation(
        N_("A move of the plan cannot be played where it stands."),
        N_("'branch' is the condition it stands in, 'move' the move, 'reason' the code of the rule."),
    ),
    "plan-not-your-turn": Explanation(
        N_("After what the plan says that others play, it is not your turn."),
        N_("'branch' is the condition. Write one turn of each of the others, with / between them, or anything."),
    ),
    "plan-too-many-replies": Explanation(
        N_("The plan says more of what others play than they play before your turn."),
        N_("'branch' is the condition. Write what goes on from your move in brackets behind it."),
    ),
    "plan-not-for-each-roll": Explanation(
        N_("The plan has no move for some of the rolls that may come before it."),
        N_("'branch' is the condition. Name more moves with or between them: the first that is legal is played."),
    ),
    "plan-past-the-end": Explanation(
        N_("The game is over before the plan is."), N_("'branch' is the condition. Leave out what stands behind it.")
    ),
    "plan-on-your-turn": Explanation(
        N_("It is your turn, and a plan is for the next one."),
        N_("Play first; a plan can be made as soon as you have."),
    ),
    "bad-vacation": Explanation(
        N_("That cannot be a vacation."),
        N_("It begins today or later, ends on that day or after it, and within a year from now."),
    ),
    "vacation-overlaps": Explanation(
        N_("You have a vacation on some of those days already."), N_("Take other days, or end that one first.")
    ),
    "vacation-too-long": Explanation(
        N_("That is more vacation than you have left in that year."),
        N_("Everybody has 30 days a year; 'days_left' says how many are left. Take fewer, or end another one."),
    ),
    "game-full": Explanation(N_("All seats are taken."), N_("Look for another open game, or create one.")),
    "game-started": Explanation(N_("The game has begun already."), N_("You can still resign.")),
    "not-started": Explanation(N_("The game has not begun yet."), N_("It begins by itself when all seats are taken.")),
    "game-over": Explanation(N_("The game is over."), N_("You can look at it, or start another one.")),
    "not-over": Explanation(
        N_("The game, or its match or series, is not over yet."),
        N_("Once it is, anybody who had a seat can ask for a rematch."),
    ),
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
        N_("The deadline of this turn had passed."),
        N_("Nothing was played; the seat was given up, or the computer plays on until you come back."),
    ),
    "turn-over": Explanation(
        N_("This link was for a turn that is over."), N_("Your next turn comes with a link of its own.")
    ),
    "no-such-position": Explanation(
        N_("The log is not that long."), N_("'log_length' says how many entries there are.")
    ),
    "bad-record": Explanation(
        N_("That is not the record of a game."),
        N_("'pointer' says where it is wrong, and 'reason' why; docs/records.md has the JSON Schema of each format."),
    ),
    "unfinished-record": Explanation(
        N_("The game of that record is not over."), N_("Take its record again when it is.")
    ),
    "unverified-record": Explanation(
        N_("That record does not hold."),
        N_("'about', 'entry' and 'reason' are the first thing that `sundial verify` finds wrong with it."),
    ),
    "too-many-records": Explanation(
        N_("There are too many records in that file."), N_("Send at most 'most' of them at once.")
    ),
    "too-many-imports": Explanation(
        N_("You have brought in as many games as an account can."),
        N_("Take one out that you no longer need: DELETE /api/v1/me/imports/{id}."),
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
AGAINST_THE_RULES = Explanation(
    N_("The rules of the game do not allow that move."),
    N_("'action' is where it stumbled, 'legal' holds up to five actions that are possible there."),
)
