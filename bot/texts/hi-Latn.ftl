### Hinglish, as friends write it. The verdict's word comes first; nobody is blamed; no verb tells man from woman.

## The verdict: right

right = ✅ <b>Sahi: {$answer}</b>
right-typo = ✅ <b>Sahi: {$answer}</b> (spelling maaf)
right-second = ✅ <b>Haan, {$answer}</b>
right-long = ✅ <b>Sahi, poora jawab.</b>

## The verdict: close

close = 🟡 <b>Kareeb.</b>
close-which = 🟡 <b>{$part} sahi, par kaunsa?</b>
close-rest = 🟡 <b>{$part} sahi, par adhura.</b>
close-general = 🟡 <b>Raasta sahi, naam adhura.</b>
close-list-all = 🟡 <b>Saare items sahi, par kuch extra ya aage-peeche.</b>
close-list = 🟡 <b>{$made} sahi, {$missed} baaki.</b>
close-unit = 🟡 <b>Number sahi, par unit?</b>
close-code = 🟡 <b>Lagbhag sahi, ek slip hai.</b>
close-extra = 🟡 <b>Sahi, par saath mein ek baat galat.</b>
close-unsure = 🟡 <b>Kareeb, thoda aur exact?</b>
close-final = 🟡 <b>Kareeb. Poora jawab: {$answer}</b>
close-half = 🟡 <b>Aadha hua.</b>
close-points = 🟡 <b>Kareeb: {$all} mein se {$made} point aaye.</b>
close-bag = 🟡 <b>Shabd sahi hain, inhe jodkar poori baat banao.</b>
one-more-go = Ek baar aur.

## The verdict: wrong

wrong = ❌ <b>Nahi, {$answer}</b> hai.
wrong-told = ❌ <b>Nahi.</b>
wrong-above = ❌ <b>Nahi, jawab ye hai:</b>
wrong-rival = ❌ <b>{$answer}</b> hai, {$rival} nahi.
wrong-negated = ❌ <b>Ulta: {$answer}</b> hi hai, aapne usi ko mana kiya.
wrong-negated-above = ❌ <b>Ulta:</b> jo sahi hai, usi ko mana kiya.
wrong-choice = ❌ <b>Ek hi chuno: {$answer}.</b> Kai naam ek saath nahi ginta.
wrong-choice-above = ❌ <b>Ek hi chuno.</b> Kai naam ek saath nahi ginta.
wrong-echo = ❌ <b>Ye to sawaal hi hai.</b> Jawab: <b>{$answer}</b>.
wrong-echo-above = ❌ <b>Ye to sawaal hi hai.</b> Jawab:
wrong-unit = ❌ <b>{$answer}</b> hai, unit sahi nahi.
wrong-points = ❌ <b>Nahi, abhi nahi bana.</b>
wrong-bag = ❌ <b>Nahi, sirf shabd hain, baat nahi bani.</b>
wrong-swapped = ❌ <b>Ulta ho gaya:</b> {$claims}.
wrong-swapped-above = ❌ <b>Ulta ho gaya.</b>
gave-up = <b>Koi baat nahi.</b> Jawab: <b>{$answer}</b>.
gave-up-above = <b>Koi baat nahi.</b> Jawab:

## What was there and what was not

point-made = ✓ {$point}
point-missed = ✗ chhoota: {$point}
point-denied = ✗ iska ulta kaha: {$point}
item-denied = ✗ nahi: {$point}
points-more = … aur {$count}

## The learner judges

self = <b>Apne jawab se milao:</b>
self-how = Kaisa raha?
ruled-right = ✅ <b>Theek hai, sahi gina</b>
ruled-wrong = ❌ <b>Theek hai, galat gina</b>
ruled-easy = ✅ <b>Theek hai, aasaan gina</b>
the-answer = Jawab: <b>{$answer}</b>
took-back = ↩ Wapas liya.

## When it comes back

return = ↻ {$when}
return-soon = Thodi der mein phir aayega.
return-today = aaj ek baar aur
return-today-hint = hint liya, isliye aaj ek baar aur
return-today-second = doosri koshish, isliye aaj ek baar aur
return-drilled = aaj ke liye pakka
return-days =
    { $days ->
        [0] aaj phir
        [1] agli baar kal
       *[other] agli baar {$days} din baad
    }
return-months = agli baar {$months} mahine baad

## The question

header = {$number} / {$planned}
header-drill = Ek baar aur
header-practice = Practice
hint = 💡 <b>Hint:</b> {$hint}
undone = ↩ <b>Wapas liya.</b> Sawaal phir se:
drills-skipped =
    { $cards ->
        [one] <b>Theek hai,</b> {$cards} repeat aaj nahi.
       *[other] <b>Theek hai,</b> {$cards} repeat aaj nahi.
    }
not-counted = <b>Ye nahi gina:</b> sawaal aane se pehle likha tha. Ab jawab do:
card-changed = Wo sawaal deck se hat gaya. Aage badhte hain:
nothing-said = <b>Isme jawab nahi mila.</b> Sawaal khula hai:

## The end

finished =
    { $cards ->
        [one] <b>Ho gaya!</b> {$cards} sawaal, {$score}, {$minutes} min.
       *[other] <b>Ho gaya!</b> {$cards} sawaal, {$score}, {$minutes} min.
    }
finished-drills = <b>Ho gaya!</b> Aaj ke repeat poore, {$minutes} min.
score = {$right} pehli baar mein sahi
score-all = sab pehli baar mein sahi
coming =
    { $days ->
        [0] Aaj {$cards} sawaal, {$minutes} min.
        [1] Kal {$cards} sawaal, {$minutes} min.
       *[other] {$days} din baad {$cards} sawaal, {$minutes} min.
    }
streak = {$days} din se lagataar.
streak-line = {$days} din se lagataar
offer-nudge = Kab yaad dilaun?
nothing-due = <b>Abhi kuch baaki nahi.</b>
new-left =
    { $cards ->
        [one] {$cards} naya sawaal aur hai, aaj ki limit ke baad.
       *[other] {$cards} naye sawaal aur hain, aaj ki limit ke baad.
    }
nothing-open = Abhi koi sawaal khula nahi, aur aaj kuch baaki nahi.
nothing-open-due =
    { $due ->
        [one] Abhi koi sawaal khula nahi. <b>{$due} taiyaar hai.</b>
       *[other] Abhi koi sawaal khula nahi. <b>{$due} taiyaar hain.</b>
    }

## Decks

welcome = <b>Namaste {$name}!</b>
welcome-nameless = <b>Namaste!</b>
welcome-how = Aap jawab type karo, main check karta hoon, aur sahi din par phir poochta hoon.
welcome-back = <b>Wapas aaye, achha laga, {$name}.</b>
welcome-back-nameless = <b>Wapas aaye, achha laga.</b>
deck = <b>{$title}</b> · {$cards} sawaal · {$minutes} min
deck-waiting = {$cards} aaj
no-decks = Abhi yahan koi deck nahi hai.
choose-deck = Kaunsi deck se shuru karein?
deck-list = <b>Decks</b>
more-decks = … aur {$count}
joined = ✓ Jud gayi:
joined-again = Ye pehle se judi hai:
left = <b>{$title}</b> chhod di. Aapki progress yahin rahegi.
deck-gone = Ye deck ab yahan nahi hai.

## Progress

stats = <b>Aapki progress</b>
stats-today =
    { $answers ->
        [0] Aaj abhi koi jawab nahi
       *[other] Aaj {$answers} jawab
    }
stats-due =
    { $new ->
        [0] {$due} baaki
       *[other] {$due} baaki, {$new} naye
    }
stats-retention = 30 din mein {$percent}% yaad raha
stats-deck =
    { $waiting ->
        [0] <b>{$title}</b>: {$cards} mein se {$seen} dekhe
       *[other] <b>{$title}</b>: {$cards} mein se {$seen} dekhe, {$waiting} aaj
    }

## Settings

settings = <b>Settings</b>
settings-changed = ✓ <b>Ho gaya.</b> Ab aisa hai:
settings-language = Bhasha: {$name}
settings-zone = Time zone: {$zone}, abhi {$clock}
settings-nudge = Yaad: roz {$hour}
settings-no-nudge = Yaad: band
settings-new-per-day = Naye sawaal: roz {$cards}
ask-language = Kaunsi bhasha?
ask-zone = Kis sheher ka time? Abhi {$zone} hai, {$clock}. Sheher ka naam likho, ya apni ghadi ka time: 21:14.
ask-nudge-time = Kis time yaad dilaun? Jaise 20:30 ya 8 pm.
ask-new-per-day = Roz kitne naye sawaal? Number likho.
bad-language = “{$typed}” mein abhi baat nahi kar sakta. Inme se chuno:
bad-zone = “{$typed}” nahi mila. Bada sheher likho, ya apni ghadi ka time: 21:14.
bad-nudge-time = “{$typed}” koi time nahi. Jaise: 20:30.
bad-new-per-day = “{$typed}” nahi chalega. Ek number likho, jaise 10.
near = Ya inme se ek likho: {$names}
which-zone = “{$typed}” kai jagah hai. Kaunsa?
type-zone = Ya naam likho: {$names}
nudge-off = Theek hai, yaad nahi dilaunga. Jab mann ho, /review.
nudge-set = Theek hai, roz {$hour}.
ask-clock = Abhi aapke yahan <b>{$clock}</b> hai?
clock-confirmed = Pakka.
clock-confirmed-next = Pakka. Pehli yaad: {$date}.

## Times of day

clock-small-hours = {$time} am
clock-morning = {$time} am
clock-noon = {$time} pm
clock-evening = {$time} pm
clock-night = {$time} pm
hour-small-hours = raat {$time} baje
hour-morning = subah {$time} baje
hour-noon = dopahar {$time} baje
hour-evening = shaam {$time} baje
hour-night = raat {$time} baje

## Help and what can't be understood

help = <b>Aise chalta hai:</b> main sawaal bhejta hoon, aap jawab type karo, apne shabdon mein. Bhoolne se theek pehle phir poochta hoon.
help-command = /{$name} · {$what}
help-taps = Mera check galat lage? <b>Mera jawab sahi tha</b> dabao. Galti se bheja? <b>↩ Undo</b>.
command-review = Sawaal shuru karo
command-hint = Hint dikhao
command-skip = Pata nahi, aage badho
command-undo = Pichhla jawab wapas lo
command-decks = Decks chuno
command-stats = Aapki progress
command-settings = Bhasha, time, roz ke naye
command-help = Ye kaise chalta hai
unreadable = Ye main padh nahi sakta. Jawab type karke bhejo, sawaal wahin ruka hai.
unknown-command = Ye command mere paas nahi. Ye hain:
apology = Kuch gadbad meri taraf se (code {$code}). Aapki progress safe hai, /review se aage badho.

## Buttons and toasts: plain text

button-hint = Hint
button-give-up = Pata nahi
button-i-was-right = Mera jawab sahi tha
button-i-was-wrong = Mera jawab galat tha
button-too-easy = Bahut aasaan
button-undo = ↩ Undo
button-undo-ruling = ↩ Faisla wapas
button-skip-drills = Repeat aaj nahi
button-more = ⋯
button-self-right = Sahi tha
button-self-wrong = Galat tha
button-start = ▶ Shuru karo
button-decks = Decks
button-other-decks = Doosri decks
button-deck-start = ▶ {$title}
button-deck-join = + {$title}
button-leave = Chhodo
button-join-again = Wapas jodo
button-morning = Subah {$hour}
button-noon = Dopahar {$hour}
button-night = Raat {$hour}
button-other-time = Doosra time
button-no-nudge = Mat dilao
button-clock-right = Haan
button-clock-wrong = Nahi, badlo
button-language = Bhasha
button-zone = Time zone
button-nudge-time = Yaad ka time
button-new-per-day = Roz ke naye
toast-already = Ye ho chuka hai.
toast-old = Ye button purana hai.
