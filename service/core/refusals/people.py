"""Of who somebody is, and what they may do."""

from __future__ import annotations

from rules.prose import N_
from service.core.refusals.explanation import Explanation

PEOPLE = {
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
}
