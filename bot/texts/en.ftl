### English. The verdict's word comes first; nobody is blamed.

## The verdict: right

right = ✅ <b>Right: {$answer}</b>
right-typo = ✅ <b>Right: {$answer}</b> (spelling forgiven)
right-second = ✅ <b>Yes, {$answer}</b>
right-long = ✅ <b>Right, nothing missing.</b>

## The verdict: close

close = 🟡 <b>Close.</b>
close-which = 🟡 <b>{$part} is right, but which one?</b>
close-rest = 🟡 <b>{$part} is right, but there is more.</b>
close-general = 🟡 <b>On the right track, but there is more.</b>
close-list-all = 🟡 <b>All items are there, with something extra or out of order.</b>
close-list = 🟡 <b>{$made} right, {$missed} to go.</b>
close-unit = 🟡 <b>The number is right, but the unit?</b>
close-code = 🟡 <b>Nearly right, one slip.</b>
close-extra = 🟡 <b>Right, but something with it is not.</b>
close-unsure = 🟡 <b>Close, a bit more exact?</b>
close-final = 🟡 <b>Close. In full: {$answer}</b>
close-half = 🟡 <b>Half there.</b>
close-points = 🟡 <b>Close: {$made} of {$all} points.</b>
close-bag = 🟡 <b>Right words, now make the point with them.</b>
one-more-go = One more go.

## The verdict: wrong

wrong = ❌ <b>No, it's {$answer}</b>.
wrong-told = ❌ <b>No.</b>
wrong-above = ❌ <b>No, it goes like this:</b>
wrong-rival = ❌ <b>It's {$answer}</b>, not {$rival}.
wrong-negated = ❌ <b>The other way: it is {$answer}</b>, and you said it isn't.
wrong-negated-above = ❌ <b>The other way:</b> you denied what is right.
wrong-choice = ❌ <b>Pick one: {$answer}.</b> Several at once don't count.
wrong-choice-above = ❌ <b>Pick one.</b> Several at once don't count.
wrong-echo = ❌ <b>That's the question again.</b> The answer: <b>{$answer}</b>.
wrong-echo-above = ❌ <b>That's the question again.</b> The answer:
wrong-unit = ❌ <b>It's {$answer}</b>, the unit is not right.
wrong-points = ❌ <b>No, not there yet.</b>
wrong-bag = ❌ <b>No, words alone don't make the point.</b>
wrong-swapped = ❌ <b>Turned around:</b> {$claims}.
wrong-swapped-above = ❌ <b>Turned around.</b>
gave-up = <b>No problem.</b> It's <b>{$answer}</b>.
gave-up-above = <b>No problem.</b> The answer:

## What was there and what was not

point-made = ✓ {$point}
point-missed = ✗ missing: {$point}
point-denied = ✗ said the opposite of: {$point}
item-denied = ✗ not this: {$point}
points-more = … and {$count} more

## The learner judges

self = <b>Compare with yours:</b>
self-how = How did it go?
ruled-right = ✅ <b>All right, counted as right</b>
ruled-wrong = ❌ <b>All right, counted as wrong</b>
ruled-easy = ✅ <b>All right, counted as easy</b>
the-answer = The answer: <b>{$answer}</b>
took-back = ↩ Taken back.

## When it comes back

return = ↻ {$when}
return-soon = Back in a moment.
return-today = once more today
return-today-hint = with the hint, so once more today
return-today-second = second try, so once more today
return-drilled = settled for today
return-days =
    { $days ->
        [0] again today
        [1] next: tomorrow
       *[other] next: in {$days} days
    }
return-months = next: in {$months} months

## The question

header = {$number} / {$planned}
header-drill = Once more
header-practice = Practice
hint = 💡 <b>Hint:</b> {$hint}
undone = ↩ <b>Taken back.</b> The question again:
drills-skipped =
    { $cards ->
        [one] <b>All right,</b> {$cards} repeat skipped for today.
       *[other] <b>All right,</b> {$cards} repeats skipped for today.
    }
not-counted = <b>Not counted:</b> you wrote that before the question came. Your answer now:
card-changed = That question has left the deck. On we go:
nothing-said = <b>I found no answer in that.</b> The question is still open:

## The end

finished =
    { $cards ->
        [one] <b>Done!</b> {$cards} question, {$score}, {$minutes} min.
       *[other] <b>Done!</b> {$cards} questions, {$score}, {$minutes} min.
    }
finished-drills = <b>Done!</b> Today's repeats are finished, {$minutes} min.
score = {$right} right first time
score-all = all right first time
coming =
    { $days ->
        [0] Today: {$cards} { $cards ->
            [one] question
           *[other] questions
        }, {$minutes} min.
        [1] Tomorrow: {$cards} { $cards ->
            [one] question
           *[other] questions
        }, {$minutes} min.
       *[other] In {$days} days: {$cards} { $cards ->
            [one] question
           *[other] questions
        }, {$minutes} min.
    }
streak = {$days} days in a row.
streak-line = {$days} days in a row
offer-nudge = When shall I remind you?
nothing-due = <b>Nothing is due now.</b>
new-left =
    { $cards ->
        [one] {$cards} new question is left beyond today's limit.
       *[other] {$cards} new questions are left beyond today's limit.
    }
nothing-open = No question is open, and nothing is due today.
nothing-open-due =
    { $due ->
        [one] No question is open. <b>{$due} is ready.</b>
       *[other] No question is open. <b>{$due} are ready.</b>
    }

## Decks

welcome = <b>Hello {$name}!</b>
welcome-nameless = <b>Hello!</b>
welcome-how = You type the answer, I check it, and I ask again on the right day.
welcome-back = <b>Good to see you again, {$name}.</b>
welcome-back-nameless = <b>Good to see you again.</b>
deck =
    { $cards ->
        [one] <b>{$title}</b> · {$cards} question · {$minutes} min
       *[other] <b>{$title}</b> · {$cards} questions · {$minutes} min
    }
deck-waiting = {$cards} today
no-decks = There is no deck here yet.
choose-deck = Which deck shall we start with?
deck-list = <b>Decks</b>
more-decks = … and {$count} more
joined = ✓ Joined:
joined-again = You are already in this one:
left = You left <b>{$title}</b>. Your progress stays here.
deck-gone = That deck is not here any more.

## Progress

stats = <b>Your progress</b>
stats-today =
    { $answers ->
        [0] No answers yet today
        [one] {$answers} answer today
       *[other] {$answers} answers today
    }
stats-due =
    { $new ->
        [0] {$due} due
       *[other] {$due} due, {$new} new
    }
stats-retention = {$percent}% remembered over 30 days
stats-deck =
    { $waiting ->
        [0] <b>{$title}</b>: {$seen} of {$cards} seen
       *[other] <b>{$title}</b>: {$seen} of {$cards} seen, {$waiting} today
    }

## Settings

settings = <b>Settings</b>
settings-changed = ✓ <b>Done.</b> Now it is:
settings-language = Language: {$name}
settings-zone = Time zone: {$zone}, now {$clock}
settings-nudge = Reminder: {$hour} every day
settings-no-nudge = Reminder: off
settings-new-per-day = New questions: {$cards} a day
ask-language = Which language?
ask-zone = Which city's time? Now it is {$zone}, {$clock}. Type a city, or the time on your clock: 21:14.
ask-nudge-time = When shall I remind you? For example 20:30 or 8 pm.
ask-new-per-day = How many new questions a day? Type a number.
bad-language = I don't speak “{$typed}” yet. Choose one of these:
bad-zone = I can't find “{$typed}”. Type a big city, or the time on your clock: 21:14.
bad-nudge-time = “{$typed}” is not a time. For example: 20:30.
bad-new-per-day = “{$typed}” won't do. Type a number, for example 10.
near = Or type one of these: {$names}
which-zone = “{$typed}” fits several places. Which one?
type-zone = Or type the name: {$names}
nudge-off = All right, no reminders. Whenever you like: /review.
nudge-set = All right, every day at {$hour}.
ask-clock = Is it <b>{$clock}</b> where you are?
clock-confirmed = Settled.
clock-confirmed-next = Settled. First reminder: {$date}.

## Times of day

clock-small-hours = {$time} am
clock-morning = {$time} am
clock-noon = {$time} pm
clock-evening = {$time} pm
clock-night = {$time} pm
hour-small-hours = {$time} am
hour-morning = {$time} am
hour-noon = {$time} pm
hour-evening = {$time} pm
hour-night = {$time} pm

## Help and what can't be understood

help = <b>How it works:</b> I send a question, you type the answer in your own words. I ask again just before you would forget.
help-command = /{$name} · {$what}
help-taps = Think I misjudged you? Tap <b>I was right</b>. Sent by mistake? <b>↩ Undo</b>.
command-review = Start the questions
command-hint = The hint
command-skip = I don't know, go on
command-undo = Take the last answer back
command-decks = Choose decks
command-stats = Your progress
command-settings = Language, time, new a day
command-help = How it works
unreadable = I can't read that. Type your answer; the question waits.
unknown-command = I don't have that command. These I have:
apology = Something went wrong on my side (code {$code}). Your progress is safe; carry on with /review.

## Buttons and toasts: plain text

button-hint = Hint
button-give-up = I don't know
button-i-was-right = I was right
button-i-was-wrong = I was wrong
button-too-easy = Too easy
button-undo = ↩ Undo
button-undo-ruling = ↩ Undo that
button-skip-drills = No repeats today
button-more = ⋯
button-self-right = I had it
button-self-wrong = I didn't
button-start = ▶ Start
button-decks = Decks
button-other-decks = Other decks
button-deck-start = ▶ {$title}
button-deck-join = + {$title}
button-leave = Leave
button-join-again = Join again
button-morning = {$hour} am
button-noon = {$hour} pm
button-night = {$hour} pm
button-other-time = Another time
button-no-nudge = No reminders
button-clock-right = Yes
button-clock-wrong = No, change it
button-language = Language
button-zone = Time zone
button-nudge-time = Reminder
button-new-per-day = New a day
toast-already = Already done.
toast-old = That button is an old one.
