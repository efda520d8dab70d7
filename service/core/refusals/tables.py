"""Of games and matches, those who sit there, and their time."""

from __future__ import annotations

from rules.prose import N_
from service.core.refusals.explanation import Explanation

TABLES = {
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
}
