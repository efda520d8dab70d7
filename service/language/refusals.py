"""The message and advice for each error code of the service. Errors of the rules have their own.

They are ordered by topic: accounts and permissions first, then games, then errors that mostly programs meet.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.prose import N_


class Explanation(NamedTuple):
    """A message and the advice that follows it; the interface translates both."""

    title: str
    advice: str


EXPLANATIONS = {
    "not-found": Explanation(
        N_("There is nothing here, or you do not have access."),
        N_("Check the address. Only its players can see a private game: sign in with the account that plays."),
    ),
    "invitation-over": Explanation(
        N_("This invitation is no longer valid."),
        N_("It was withdrawn, or the place was offered to someone else. Ask the person who invited you for a new one."),
    ),
    "unauthenticated": Explanation(
        N_("You are not signed in."),
        N_("Sign in, or send a token as 'Authorization: Bearer sdl_…'."),
    ),
    "bad-token": Explanation(
        N_("We do not know that token."), N_("Check that you copied all of it, or create a new one.")
    ),
    "revoked-token": Explanation(N_("That token was revoked."), N_("Create a new one.")),
    "expired-token": Explanation(N_("That token has expired."), N_("Create a new one.")),
    "missing-scope": Explanation(
        N_("This token does not have permission for that."), N_("Create a token with the scope named in 'scope'.")
    ),
    "bad-code": Explanation(
        N_("That code is wrong, already used or expired."),
        N_("Use the link in the email instead. A code works only where you asked for it, for five tries."),
    ),
    "bad-app-request": Explanation(
        N_("An app sent you here with a request that we cannot answer."),
        N_(
            "Nothing was given to the app. Its developer must correct the request. We answer a site at the https "
            "origin of its client_id, a program at http://127.0.0.1 or http://[::1] with any port."
        ),
    ),
    "bad-device-code": Explanation(
        N_("No device is waiting for that code."),
        N_("Check your device again. A code has eight letters and works once, within ten minutes."),
    ),
    "bad-link": Explanation(
        N_("That link was already used or has expired."),
        N_("Enter the code from that email in the browser where you asked for it. Or ask for another email."),
    ),
    "too-many-sign-ins": Explanation(
        N_("Too many emails to that address were requested from here."),
        N_(
            "Use the link in the newest email, which still works. Or wait 'retry_after' seconds before you ask "
            "for another."
        ),
    ),
    "rate-limited": Explanation(
        N_("Too many requests."),
        N_("Wait 'retry_after' seconds. 'bucket' names the limit, 'most' is its size. Other limits are not affected."),
    ),
    "network-limited": Explanation(
        N_("Too many requests from your network without an account."),
        N_(
            "Sign in and send a token, so that only your own requests count. Or wait 'retry_after' seconds. "
            "'bucket' names the limit, 'most' is its size."
        ),
    ),
    "limit-reached": Explanation(
        N_("That is more than you can have at the same time."),
        N_("Finish or close one, or wait until one ends. 'bucket' names the limit, 'most' is its size."),
    ),
    "bad-address": Explanation(N_("That is not an email address."), N_("Write it like name@example.org.")),
    "bad-name": Explanation(
        N_("That name cannot be used."),
        N_(
            "A name has 2 to 30 characters: lower-case letters, digits, dots, hyphens and underscores. It does "
            "not start with guest- or gone-, and has no dot before two letters, as in a web address."
        ),
    ),
    "bad-display-name": Explanation(
        N_("That name cannot be used."),
        N_(
            "A name has up to 30 letters, digits, spaces, dots and dashes, in any alphabet. Use no "
            "brackets, commas, slashes or addresses."
        ),
    ),
    "mixed-scripts": Explanation(
        N_("That name mixes several alphabets."), N_("Write all of it in one alphabet, such as Latin or Greek.")
    ),
    "name-alike": Explanation(
        N_("Another player in one of your games has a name that looks the same."),
        N_("Add a surname, an initial or a number."),
    ),
    "reserved-name": Explanation(
        N_("That name is reserved for the operators of this server, or looks like one that is."),
        N_("Choose another one."),
    ),
    "not-your-name": Explanation(
        N_("That is not your name. Nothing was deleted."), N_("Enter it exactly as shown on the page.")
    ),
    "name-taken": Explanation(N_("That name is already taken."), N_("Choose another one.")),
    "bad-time-zone": Explanation(N_("That time zone does not exist."), N_("Use a name such as Europe/Berlin.")),
    "unknown-language": Explanation(
        N_("That language is not available."), N_("Choose one from the list in `languages`.")
    ),
    "bad-message": Explanation(
        N_("That message cannot be sent."),
        N_(
            "A message has 1 to 1000 characters, some of them visible. It may have several lines, but no control "
            "characters and at most eight marks on each letter."
        ),
    ),
    "bad-text": Explanation(
        N_("Others could not read that text."),
        N_(
            "'name' says which text it is, 'reason' what is wrong. Use visible letters, no control characters, "
            "and at most eight marks on each letter."
        ),
    ),
    "no-such-words": Explanation(
        N_("There is no quick message with that name."), N_("Choose one that is shown on the game's page.")
    ),
    "too-many-favourites": Explanation(
        N_("You have as many favourites as an account can have."), N_("You can have 'most'. Remove one first.")
    ),
    "no-such-reason": Explanation(N_("There is no such reason."), N_("'allowed' lists the reasons for declining.")),
    "not-heard": Explanation(
        N_("This player does not accept private messages from you."),
        N_("You can still reach them with messages to everyone in the game."),
    ),
    "nobody-there": Explanation(
        N_("You cannot send a private message there."),
        N_("Choose the seat of another player. The computer receives no messages."),
    ),
    "too-many-messages": Explanation(
        N_("You sent many messages in this game in the last hour."), N_("Wait 'retry_after' seconds and send it again.")
    ),
    "silenced": Explanation(
        N_("You cannot send messages in games for now."),
        N_("The operators of this server decided this; 'until' says for how long. You can still play."),
    ),
    "suspended": Explanation(
        N_("This account is closed."),
        N_(
            "The operators of this server closed it. You can finish games under way with the links in their "
            "emails. For anything else, write to the operators."
        ),
    ),
    "text-or-quick": Explanation(
        N_("A message is either your own text or a quick message."),
        N_("Send either 'text', in your own words, or 'quick'."),
    ),
    "own-message": Explanation(N_("That is your own message."), N_("You can report messages of other players.")),
    "bad-grievance": Explanation(
        N_("That is not a valid reason for a report."), N_("The reasons are: abuse, spam, cheating, other.")
    ),
    "too-many-reports": Explanation(
        N_("You sent many reports in the last day."),
        N_("Wait 'retry_after' seconds. Your reports so far are kept."),
    ),
    "bad-delivery": Explanation(
        N_("Those email settings are not valid."),
        N_("'name' says which part is wrong. Use at-once, idle, digest or off; 1 to 1440 minutes; hours from 0 to 23."),
    ),
    "bad-pause": Explanation(
        N_("That pause is not valid."), N_("It must end in the future, at most 90 days from now.")
    ),
    "unknown-scope": Explanation(
        N_("That scope does not exist."),
        N_("The scopes are: games:read, games:play, messages, account, webhooks, bots."),
    ),
    "bad-recovery-code": Explanation(
        N_("That address and recovery code don't match, or the code was used."),
        N_("Each code works once. If you made new codes, the old ones no longer work."),
    ),
    "own-address": Explanation(
        N_("That is your account's address already."),
        N_("Emails from it already count as yours, even with “+something” before the @."),
    ),
    "address-taken": Explanation(
        N_("Another account has that address."),
        N_("Sign in with that address. Delete that account or change its address, then open this link again."),
    ),
    "too-many-addresses": Explanation(
        N_("You have reached the limit of further addresses."), N_("Remove one that you no longer need.")
    ),
    "too-many-address-mails": Explanation(
        N_("You asked for too many emails of this kind."), N_("Wait 'retry_after' seconds. Check the spam folder, too.")
    ),
    "too-many-tokens": Explanation(
        N_("You have reached the limit of tokens for an account."), N_("Revoke one that you no longer need.")
    ),
    "bad-expiry": Explanation(
        N_("That is not a valid end for a token."),
        N_("It must end in the future, at most 'longest_days' days from now. Give the time, or the number of days."),
    ),
    "no-such-account": Explanation(
        N_("There is no account with that name."), N_("Check the spelling, or invite by email address.")
    ),
    "no-such-ruleset": Explanation(
        N_("This server does not offer that game."), N_("GET /api/v1/rulesets lists the games that it offers.")
    ),
    "bad-setup": Explanation(N_("That game setup is not valid."), N_("'name' and 'reason' say which part is wrong.")),
    "bad-seats": Explanation(
        N_("That choice of players is not possible."),
        N_("Each seat is one of me, beside (with me), email, account, ai, open. At least one is not the computer's."),
    ),
    "no-match": Explanation(
        N_("That cannot be played as a match."),
        N_("A match is for two players against each other. If a ruleset has none, its 'match' is null."),
    ),
    "not-rateable": Explanation(
        N_("Such a game cannot be rated."),
        N_(
            "Rated games are for 2 to 4 players against each other, each at their own device, on a random board. "
            "A game with different sides is rated as a match. Or set 'rated' to false."
        ),
    ),
    "rated-visitor": Explanation(
        N_("Only players with an account can play rated games."), N_("Sign in with your email address, then join.")
    ),
    "rated-one-owner": Explanation(
        N_("Your own bots and you, or two bots of one owner, cannot play a rated game."),
        N_("Set 'rated' to false, or invite somebody else."),
    ),
    "rated-game": Explanation(
        N_("This game is rated."),
        N_("Until it is over, there are no hints, and no move against a program can be undone."),
    ),
    "no-series": Explanation(
        N_("That cannot be played as a series."),
        N_("A series is of single games, first to 1 to 5 wins. It needs two or more players against each other."),
    ),
    "seat-twice": Explanation(
        N_("One player would be in this game twice."), N_("Each player can join a game only once.")
    ),
    "no-consent": Explanation(
        N_("Some of these players have not agreed that you seat them in games."),
        N_("'names' are the players. Ask them to agree with PUT /me/organisers/{organiser}, or on your profile page."),
    ),
    "not-seatable": Explanation(
        N_("One of these players cannot be seated in games now."),
        N_("'name' is the player, whose account is closed or suspended. Leave them out."),
    ),
    "bad-points": Explanation(
        N_("That result does not fit the game."),
        N_("Give 'half_points' for each seat: two for each opponent beaten, one for each equalled."),
    ),
    "not-idle": Explanation(
        N_("Somebody has moved in this game not long ago."),
        N_("It can be decided after 'until' if nobody moves before."),
    ),
    "unreachable-address": Explanation(
        N_("Email cannot reach that address."),
        N_("Check how it is written. Or leave the seat open, and send the link to the game yourself."),
    ),
    "already-invited": Explanation(
        N_("That address already has an open invitation from you."),
        N_(
            "'name' is the address, 'game' the game. Wait for the answer, withdraw from that game, or invite the "
            "player by name."
        ),
    ),
    "invitations-unwanted": Explanation(
        N_("Someone you invited does not accept invitations from you."),
        N_("'name' is the person, as you named them. Invite someone else, or leave the seat open."),
    ),
    "too-many-invitations": Explanation(
        N_("You have reached the limit of invitations for a day."),
        N_(
            "Wait 'retry_after' seconds, or leave a seat open. 'most' is the limit for a day. 'bucket' is invitations "
            "(by address) or player-invitations (by name)."
        ),
    ),
    "not-invited": Explanation(
        N_("That invitation is no longer open."),
        N_("It was answered or withdrawn. Load the game again to see who plays."),
    ),
    "reminded-lately": Explanation(
        N_("The last email about this invitation is less than a day old."),
        N_("You can send one reminder a day. Wait 'retry_after' seconds."),
    ),
    "no-more-reminders": Explanation(
        N_("No more reminders can be sent for this invitation."),
        N_("We send at most three emails, and none to bots. Withdraw the invitation to free the place for others."),
    ),
    "analysis-not-agreed": Explanation(
        N_("A game against people can be analysed once it is over."),
        N_(
            "Before that, all players must agree with POST /games/{id}/analysis. 'agreed' lists the seats that "
            "have agreed."
        ),
    ),
    "analysis-not-yet": Explanation(
        N_("This cannot be analysed yet. Others are still playing on the same board."),
        N_("Try again when the puzzle or the match is over."),
    ),
    "nothing-to-analyse": Explanation(
        N_("It is nobody's turn at that place in the log."),
        N_("Choose 'at' so that a seat acts next, as at the start of each move."),
    ),
    "contribution-fixed": Explanation(
        N_("You have already added your part of the dice."),
        N_("It cannot be changed. A host asks for it with 'contributes', then sends it in 'join'."),
    ),
    "no-beacon": Explanation(
        N_("No public beacon is used here."),
        N_("This server offers none for new games, or the game waits for none. Leave 'beacon_minutes' null."),
    ),
    "beacon-awaited": Explanation(
        N_("The public beacon may still answer."),
        N_("The game can begin without it once it is six hours late, from 'not_before' on."),
    ),
    "beacon-out": Explanation(
        N_("It is too late to add to the dice. The value of the public beacon is already known."),
        N_("Join without 'contribution'. The server derives one from the seed and has no choice in it."),
    ),
    "early-contribution": Explanation(
        N_("A seat that contributes sends its part of the dice in 'join', once the commitment exists."),
        N_("Leave out 'contribution' or 'contributes'."),
    ),
    "nothing-to-take-back": Explanation(
        N_("You have no move to undo."), N_("You can undo a move while the game is running.")
    ),
    "dice-are-cast": Explanation(
        N_("Dice were rolled since your last move, so it cannot be undone."),
        N_("A roll cannot be undone, nor can any move before it. Play on."),
    ),
    "another-proposal": Explanation(
        N_("Another proposal is already open in this game."),
        N_("'what' is the proposal, and 'seat' made it. Agree to it or decline it first, or play on."),
    ),
    "bad-clock": Explanation(
        N_("A fast clock cannot be combined with other clock options."),
        N_("With 'fast', leave 'bank' null and 'weekends_off' and 'nights_off' false, or leave 'fast' null."),
    ),
    "no-challenge": Explanation(
        N_("That challenge is not possible."),
        N_(
            "'to' has one member. A challenge to anybody is for two players against each other. One to a bot or a "
            "player has one time control and one game. Only one to a bot may leave out 'ruleset', without 'options'. "
            "Ranges go from low to high; a challenge to one player has no range of ratings."
        ),
    ),
    "challenge-stands": Explanation(
        N_("You already have that challenge open."),
        N_("To change the days or the number of games, delete it first."),
    ),
    "challenges-enough": Explanation(
        N_("You have reached the limit of open challenges."), N_("Delete one; 'most' is the limit.")
    ),
    "own-challenge": Explanation(N_("That is your own challenge."), N_("Wait until someone accepts it, or delete it.")),
    "rating-out-of-range": Explanation(
        N_("This challenge is for players of another rating."),
        N_("Choose another one. 'rating_from' and 'rating_to' are its limits; without a rating you count as 1500."),
    ),
    "challenge-busy": Explanation(
        N_("This player has enough of these games for now."),
        N_("Try again later, or post your own challenge. It is matched with theirs once they are free."),
    ),
    "visitors-enough": Explanation(
        N_("No place is free for visitors. They share a third of these places, and one network half of that."),
        N_("Sign in, or try again in an hour. By then, visitors who have not moved leave their games."),
    ),
    "playing-already": Explanation(
        N_("You already have a challenge game with this player."), N_("Finish it first. Then you can start another.")
    ),
    "no-substitutes": Explanation(
        N_("Matches do not allow substitutes."),
        N_("A match is between two people. Let the computer play on, or let the player forfeit."),
    ),
    "seat-not-left": Explanation(
        N_("No substitute is needed there."),
        N_("The player is there or back, or someone else was faster. GET /left-seats lists other seats."),
    ),
    "at-the-table": Explanation(
        N_("You are or were a player in this game."),
        N_("Take over a seat in another game. GET /left-seats lists them."),
    ),
    "substitute-unwelcome": Explanation(
        N_("You cannot play with someone in this game."),
        N_("One of you does not accept invitations from the other. GET /left-seats lists seats in other games."),
    ),
    "substitute-enough": Explanation(
        N_("You have reached the limit of games as a substitute."), N_("Finish one first; 'most' is the limit.")
    ),
    "proposed-enough": Explanation(
        N_("You asked the others often enough in this position."),
        N_("Play on. After the next move you may ask again."),
    ),
    "proposal-over": Explanation(
        N_("That proposal is no longer open."),
        N_("Someone played on or declined it. GET /games/{id}/proposal shows the proposal that is open now."),
    ),
    "draw-declined": Explanation(
        N_("The computer declined the draw. It expects a better result."),
        N_("Play on. 'seats' names the seats that declined."),
    ),
    "no-draw": Explanation(
        N_("This game cannot end in a draw."),
        N_("A draw is possible if the rules let several players win together, and not in a match."),
    ),
    "clock-not-stopped": Explanation(N_("The clocks are not paused, and you have not asked for it."), N_("Play on.")),
    "line-too-long": Explanation(
        N_("That line of moves is too long."),
        N_(
            "A line has at most 'most' moves and 'longest' characters. Start another one from a later place in the log."
        ),
    ),
    "branch-name-taken": Explanation(
        N_("You already have a saved line with that name in this game."),
        N_("Give this one another name, or change the existing one."),
    ),
    "branches-enough": Explanation(
        N_("You have reached the limit of saved lines."),
        N_("Delete one; 'most' is the limit for a game, 'most_in_all' for all games."),
    ),
    "bad-plan": Explanation(
        N_("We could not read those conditional moves."),
        N_(
            "Write: if their move then your move. Put each branch on its own line, and what follows a branch in "
            "brackets after it. 'near' is where reading stopped, 'expected' what belongs there."
        ),
    ),
    "plan-illegal": Explanation(
        N_("One of the conditional moves is not legal there."),
        N_("'branch' is its condition, 'move' the move, 'reason' the code of the rule."),
    ),
    "plan-not-your-turn": Explanation(
        N_("It is not your turn after those moves of the others."),
        N_("'branch' is the condition. Write one turn of each of the other players, separated by /, or anything."),
    ),
    "plan-too-many-replies": Explanation(
        N_("The conditional moves name more moves of the others than they play before your turn."),
        N_("'branch' is the condition. Write what follows your move in brackets after it."),
    ),
    "plan-not-for-each-roll": Explanation(
        N_("The conditional moves have no move for some of the possible rolls."),
        N_("'branch' is the condition. Add moves separated by or: the first legal one is played."),
    ),
    "plan-past-the-end": Explanation(
        N_("The game ends before the conditional moves do."),
        N_("'branch' is the condition. Remove what comes after it."),
    ),
    "plan-on-your-turn": Explanation(
        N_("It is your turn. Conditional moves are for your next turn."),
        N_("Play first. Then you can set conditional moves."),
    ),
    "bad-vacation": Explanation(
        N_("Those dates are not valid for a vacation."),
        N_("A vacation starts today or later, ends on its first day or after it, and within a year from now."),
    ),
    "vacation-overlaps": Explanation(
        N_("You already have a vacation on some of those days."),
        N_("Choose other days, or end the other vacation first."),
    ),
    "vacation-too-long": Explanation(
        N_("You do not have that much vacation left in that year."),
        N_(
            "Everyone has 30 days a year; 'days_left' says how many are left. Choose fewer days, or end another "
            "vacation."
        ),
    ),
    "game-full": Explanation(N_("The game is full."), N_("Join another open game, or create one.")),
    "game-started": Explanation(N_("The game has already begun."), N_("You can still resign.")),
    "entries-closed": Explanation(
        N_("This tournament takes no entries."),
        N_("It has started or is over. The list of tournaments shows open ones."),
    ),
    "tournament-full": Explanation(
        N_("This tournament is full."), N_("Somebody may still withdraw. The list of tournaments shows others.")
    ),
    "owner-entered": Explanation(
        N_("You have an entry in this tournament already."),
        N_("A person and their bots have one entry together. Withdraw the other one first."),
    ),
    "not-entitled": Explanation(
        N_("You cannot enter this tournament."),
        N_("'reason' says why: its terms, your address, a block, or because the organiser removed you."),
    ),
    "not-the-organiser": Explanation(
        N_("Only the organiser of this tournament can do that."), N_("The tournament names its organiser.")
    ),
    "tournament-over": Explanation(N_("This tournament is over."), N_("You can still view its table.")),
    "not-running": Explanation(N_("This tournament is not running."), N_("It has not started, or it is over.")),
    "bad-tournament": Explanation(
        N_("These terms of a tournament are not possible."), N_("'reason' says which part is wrong.")
    ),
    "own-game": Explanation(N_("You cannot decide a game of your own."), N_("Let it be played to its end.")),
    "table-final": Explanation(N_("The table of this tournament is final."), N_("Its results cannot be changed.")),
    "results-missing": Explanation(
        N_("Results are still missing."), N_("You can make the table final once all games are over.")
    ),
    "not-started": Explanation(N_("The game has not begun yet."), N_("It begins once all players have joined.")),
    "game-over": Explanation(N_("The game is over."), N_("You can view it, or start another one.")),
    "not-over": Explanation(
        N_("The game, or its match or series, is not over yet."),
        N_("After that, any player of it can ask for a rematch."),
    ),
    "not-the-host": Explanation(N_("Only the host can do that."), N_("Ask the host for the link to join.")),
    "not-private": Explanation(N_("This game needs no key: anyone can join."), N_("Share the address of its page.")),
    "not-a-player": Explanation(
        N_("You are not a player in this game."), N_("Join it while there is room, or watch it.")
    ),
    "not-your-turn": Explanation(
        N_("It is not your turn."), N_("'to_move' says whose turn it is. We notify you when it is yours.")
    ),
    "stale-version": Explanation(
        N_("The game has changed since the version that you named."),
        N_("'happened' says what was played. Load the game again and answer its current version."),
    ),
    "damaged-game": Explanation(
        N_("The log of this game is inconsistent. This is our fault."),
        N_("Nobody can move until it is repaired, and no deadline passes. The operators of this server were notified."),
    ),
    "deadline-passed": Explanation(
        N_("The deadline for this turn has passed."),
        N_("Nothing was played. You forfeited, or the computer plays until you come back."),
    ),
    "turn-over": Explanation(N_("This link was for an earlier turn."), N_("Your next turn comes with its own link.")),
    "no-such-position": Explanation(N_("The log does not go that far."), N_("'log_length' is its number of entries.")),
    "bad-record": Explanation(
        N_("That is not the record of a game."),
        N_("'pointer' says where it is wrong, 'reason' why. docs/records.md has the JSON Schema of each format."),
    ),
    "unfinished-record": Explanation(
        N_("The game of that record is not over yet."), N_("Download its record again when it is.")
    ),
    "unverified-record": Explanation(
        N_("That record failed verification."),
        N_("'about', 'entry' and 'reason' are the first fault that `sundial verify` finds in it."),
    ),
    "too-many-records": Explanation(N_("That file has too many records."), N_("Send at most 'most' at once.")),
    "too-many-imports": Explanation(
        N_("You have reached the limit of imported games."),
        N_("Remove one that you no longer need: DELETE /api/v1/me/imports/{id}."),
    ),
    "bad-webhook-address": Explanation(
        N_("We cannot send webhooks to that address."),
        N_(
            "It must be https, without user or fragment, at a port in 'allowed', and its name must resolve only "
            "to public addresses. 'reason' says what is wrong: malformed, port, not-https or not-public."
        ),
    ),
    "too-many-webhooks": Explanation(
        N_("You have reached the limit of webhooks for an account."), N_("Delete one that you no longer need.")
    ),
    "bad-push-subscription": Explanation(
        N_("We cannot send notifications to that browser."),
        N_("Send the endpoint (https, at a public address), p256dh and auth that the browser gave you, unchanged."),
    ),
    "webhook-off": Explanation(
        N_("That webhook is switched off."), N_("'switched_off' says why. Switch it on with PATCH {\"enabled\": true}.")
    ),
    "webhook-unverified": Explanation(
        N_("That webhook is not verified yet."),
        N_("It must answer the challenge that we sent. POST /webhooks/{id}/challenge sends another one."),
    ),
    "webhook-verified": Explanation(
        N_("That webhook is already verified."), N_("It needs no other challenge. You can send it a test.")
    ),
    "too-many-challenges": Explanation(
        N_("Too many challenges were sent to your webhooks."),
        N_("Wait 'retry_after' seconds. We retry each challenge automatically for three days."),
    ),
    "bad-manifest": Explanation(
        N_("Those bot settings are not valid."), N_("'name' says which part is wrong, 'allowed' what is allowed there.")
    ),
    "not-a-person": Explanation(N_("Only a person can do that, not a bot."), N_("Use a token of the bot's owner.")),
    "not-your-bot": Explanation(
        N_("That bot is not yours."), N_("Only its owner can do that. GET /api/v1/bots?mine=true lists your bots.")
    ),
    "too-many-bots": Explanation(
        N_("You have reached the limit of bots for a person."), N_("Retire one that you no longer need.")
    ),
    "bot-not-for-you": Explanation(
        N_("That bot does not accept your invitations."),
        N_("'accepts' says whose it accepts. Ask its owner to list you, or choose from GET /api/v1/bots."),
    ),
    "bot-paused": Explanation(
        N_("That bot is paused and accepts no new games."),
        N_("Its owner can resume it. GET /api/v1/bots?free=true lists bots that you can invite now."),
    ),
    "bot-not-this-game": Explanation(
        N_("That bot does not play this game."),
        N_("'rulesets' lists those that it plays. GET /api/v1/bots?ruleset=… lists bots that play this one."),
    ),
    "bot-not-these-seats": Explanation(
        N_("That bot does not play this game with that number of players."),
        N_("'seats' lists the numbers that it does play with."),
    ),
    "bot-not-this-option": Explanation(
        N_("That bot does not play this game with that option."),
        N_("'values' lists the values of 'option' that it plays."),
    ),
    "bot-needs-more-time": Explanation(
        N_("That bot needs more time for each move."), N_("Give each move at least 'days_per_move' days.")
    ),
    "bot-full": Explanation(
        N_("That bot already has as many games as it plays at once."),
        N_("Try again later. GET /api/v1/bots?free=true lists bots that you can invite now."),
    ),
    "no-bot-available": Explanation(
        N_("No bot can play that right now."),
        N_('Play the computer instead ({"ai": 3} among the seats of POST /games), or try again later.'),
    ),
    "asking-already": Explanation(
        N_("We are already asking a bot to play with you."),
        N_("Wait for its answer, or delete that challenge: 'challenge' is its id."),
    ),
    "idempotency-key-reused": Explanation(
        N_("That Idempotency-Key was already used for another request."), N_("Use a new key for each new request.")
    ),
    "answer-lost": Explanation(
        N_("That request was handled before, but its answer can no longer be read. The server has a new key."),
        N_("Check the current state. Nothing was done again. Answers to requests from now on are repeated as before."),
    ),
    "precondition-failed": Explanation(
        N_("It has changed since the version in your If-Match."), N_("Load it again and decide anew.")
    ),
    "bad-request": Explanation(
        N_("We cannot read the request."),
        N_("'errors' says what is wrong and where. Correct it and send the request again."),
    ),
    "bad-json": Explanation(
        N_("The body is not JSON that we accept."), N_("Send one JSON object in UTF-8, without duplicate keys.")
    ),
    "events-forgotten": Explanation(
        N_("Some of the events after that one have been deleted."),
        N_(
            "Events are kept for 90 days. Load your games again, and continue with 'after' from this answer. It "
            "gives you everything that happened since."
        ),
    ),
    "bad-cursor": Explanation(
        N_("That cursor is not valid."), N_("Use 'next_cursor' from the previous page, unchanged.")
    ),
    "too-slow": Explanation(
        N_("The request did not arrive in time."), N_("Nothing was changed. Send the body at once, within 10 seconds.")
    ),
    "too-large": Explanation(N_("The request is too large."), N_("Send less than 64 KiB.")),
    "unsupported-media-type": Explanation(
        N_("The body has a type that is not supported here."), N_("Send JSON with 'Content-Type: application/json'.")
    ),
    "not-acceptable": Explanation(
        N_("The answer is not available in that format."), N_("Accept application/json and application/problem+json.")
    ),
    "method-not-allowed": Explanation(
        N_("That method is not allowed here."), N_("The header Allow lists the allowed ones.")
    ),
    "internal-error": Explanation(
        N_("Something went wrong on our side. Nothing was changed."), N_("Try again in a few minutes.")
    ),
    "not-ready": Explanation(N_("The server is not ready yet."), N_("Try again in a few minutes.")),
    "disk-full": Explanation(
        N_("The disk of the database is full."),
        N_("Try again in a few minutes. The operators of this server have to make room."),
    ),
    "not-upgraded": Explanation(
        N_("The database tables are older than this version of the server."),
        N_("Try again in a few minutes. The operators of this server have to run 'sundial upgrade'."),
    ),
    "foreign-tables": Explanation(
        N_("Another version of Sundial made the database tables, and they cannot be converted."),
        N_("The operators have to start with an empty database, or install the version that made the tables."),
    ),
}
AGAINST_THE_RULES = Explanation(
    N_("The rules do not allow that move."),
    N_("'action' is the action that failed, 'legal' lists up to five actions that are possible there."),
)
