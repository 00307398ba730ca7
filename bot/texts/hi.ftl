### हिन्दी: as spoken, with the field's English words where everybody uses them. No verb tells man from woman.

## The verdict: right

right = ✅ <b>सही: {$answer}</b>
right-typo = ✅ <b>सही: {$answer}</b> (स्पेलिंग माफ़)
right-second = ✅ <b>हाँ, {$answer}</b>
right-long = ✅ <b>सही, पूरा जवाब।</b>

## The verdict: close

close = 🟡 <b>क़रीब।</b>
close-which = 🟡 <b>{$part} सही, पर कौन सा?</b>
close-rest = 🟡 <b>{$part} सही, पर अधूरा।</b>
close-general = 🟡 <b>रास्ता सही, नाम अधूरा।</b>
close-list-all = 🟡 <b>सब सही, पर कुछ ज़्यादा या आगे-पीछे।</b>
close-list = 🟡 <b>{$made} सही, {$missed} बाक़ी।</b>
close-unit = 🟡 <b>संख्या सही, पर इकाई?</b>
close-code = 🟡 <b>लगभग सही, एक चूक है।</b>
close-extra = 🟡 <b>सही, पर साथ में एक बात ग़लत।</b>
close-unsure = 🟡 <b>क़रीब, थोड़ा और सटीक?</b>
close-final = 🟡 <b>क़रीब। पूरा जवाब: {$answer}</b>
close-half = 🟡 <b>आधा हुआ।</b>
close-points = 🟡 <b>क़रीब: {$all} में से {$made} बिंदु आए।</b>
close-bag = 🟡 <b>शब्द सही हैं, इन्हें जोड़कर पूरी बात बनाइए।</b>
one-more-go = एक बार और।

## The verdict: wrong

wrong = ❌ <b>नहीं, {$answer}</b> है।
wrong-told = ❌ <b>नहीं।</b>
wrong-above = ❌ <b>नहीं, जवाब यह है:</b>
wrong-rival = ❌ <b>{$answer}</b> है, {$rival} नहीं।
wrong-negated = ❌ <b>उल्टा: {$answer}</b> ही है, आपने उसी को मना किया।
wrong-negated-above = ❌ <b>उल्टा:</b> जो सही है, उसी को मना किया।
wrong-choice = ❌ <b>एक ही चुनिए: {$answer}।</b> कई नाम एक साथ नहीं गिने जाते।
wrong-choice-above = ❌ <b>एक ही चुनिए।</b> कई नाम एक साथ नहीं गिने जाते।
wrong-echo = ❌ <b>यह तो सवाल ही है।</b> जवाब: <b>{$answer}</b>।
wrong-echo-above = ❌ <b>यह तो सवाल ही है।</b> जवाब:
wrong-unit = ❌ <b>{$answer}</b> है, इकाई सही नहीं।
wrong-points = ❌ <b>नहीं, अभी नहीं बना।</b>
wrong-bag = ❌ <b>नहीं, सिर्फ़ शब्द हैं, बात नहीं बनी।</b>
wrong-swapped = ❌ <b>उल्टा हो गया:</b> {$claims}।
wrong-swapped-above = ❌ <b>उल्टा हो गया।</b>
gave-up = <b>कोई बात नहीं।</b> जवाब: <b>{$answer}</b>।
gave-up-above = <b>कोई बात नहीं।</b> जवाब:

## What was there and what was not

point-made = ✓ {$point}
point-missed = ✗ छूटा: {$point}
point-denied = ✗ इसका उल्टा कहा: {$point}
item-denied = ✗ यह नहीं: {$point}
points-more = … और {$count}

## The learner judges

self = <b>अपने जवाब से मिलाइए:</b>
self-how = कैसा रहा?
ruled-right = ✅ <b>ठीक है, सही गिना</b>
ruled-wrong = ❌ <b>ठीक है, ग़लत गिना</b>
ruled-easy = ✅ <b>ठीक है, आसान गिना</b>
the-answer = जवाब: <b>{$answer}</b>
took-back = ↩ वापस लिया।

## When it comes back

return = ↻ {$when}
return-soon = थोड़ी देर में फिर।
return-today = आज एक बार और
return-today-hint = हिंट लिया, इसलिए आज एक बार और
return-today-second = दूसरी कोशिश, इसलिए आज एक बार और
return-drilled = आज के लिए पक्का
return-days =
    { $days ->
        [0] आज फिर
        [1] अगली बार कल
       *[other] अगली बार {$days} दिन बाद
    }
return-months = अगली बार {$months} महीने बाद

## The question

header = {$number} / {$planned}
header-drill = एक बार और
header-practice = अभ्यास
hint = 💡 <b>हिंट:</b> {$hint}
undone = ↩ <b>वापस लिया।</b> सवाल फिर से:
drills-skipped =
    { $cards ->
        [one] <b>ठीक है,</b> {$cards} सवाल आज नहीं दोहराना।
       *[other] <b>ठीक है,</b> {$cards} सवाल आज नहीं दोहराने।
    }
not-counted = <b>यह नहीं गिना:</b> सवाल आने से पहले लिखा था। अब जवाब दीजिए:
card-changed = वह सवाल डेक से हट गया। आगे बढ़ते हैं:
nothing-said = <b>इसमें जवाब नहीं मिला।</b> सवाल खुला है:

## The end

finished =
    { $cards ->
        [one] <b>हो गया!</b> {$cards} सवाल, {$score}, {$minutes} मिनट।
       *[other] <b>हो गया!</b> {$cards} सवाल, {$score}, {$minutes} मिनट।
    }
finished-drills = <b>हो गया!</b> आज का दोहराना पूरा, {$minutes} मिनट।
score = {$right} पहली बार में सही
score-all = सब पहली बार में सही
coming =
    { $days ->
        [0] आज {$cards} सवाल, {$minutes} मिनट।
        [1] कल {$cards} सवाल, {$minutes} मिनट।
       *[other] {$days} दिन बाद {$cards} सवाल, {$minutes} मिनट।
    }
streak = {$days} दिन से लगातार।
streak-line = {$days} दिन से लगातार
offer-nudge = कब याद दिलाऊँ?
nothing-due = <b>अभी कुछ बाक़ी नहीं।</b>
new-left =
    { $cards ->
        [one] {$cards} नया सवाल और है, आज की सीमा के बाद।
       *[other] {$cards} नए सवाल और हैं, आज की सीमा के बाद।
    }
nothing-open = अभी कोई सवाल खुला नहीं, और आज कुछ बाक़ी नहीं।
nothing-open-due =
    { $due ->
        [one] अभी कोई सवाल खुला नहीं। <b>{$due} तैयार है।</b>
       *[other] अभी कोई सवाल खुला नहीं। <b>{$due} तैयार हैं।</b>
    }

## Decks

welcome = <b>नमस्ते {$name}!</b>
welcome-nameless = <b>नमस्ते!</b>
welcome-how = आप जवाब टाइप कीजिए, मैं जाँचता हूँ, और सही दिन पर फिर पूछता हूँ।
welcome-back = <b>फिर मिलकर अच्छा लगा, {$name}।</b>
welcome-back-nameless = <b>फिर मिलकर अच्छा लगा।</b>
deck = <b>{$title}</b> · {$cards} सवाल · {$minutes} मिनट
deck-waiting = {$cards} आज
no-decks = अभी यहाँ कोई डेक नहीं है।
choose-deck = किस डेक से शुरू करें?
deck-list = <b>डेक</b>
more-decks = … और {$count}
joined = ✓ जुड़ गया:
joined-again = यह पहले से जुड़ा है:
left = <b>{$title}</b> छोड़ दिया। आपकी प्रगति यहीं रहेगी।
deck-gone = यह डेक अब यहाँ नहीं है।

## Progress

stats = <b>आपकी प्रगति</b>
stats-today =
    { $answers ->
        [0] आज अभी कोई जवाब नहीं
       *[other] आज {$answers} जवाब
    }
stats-due =
    { $new ->
        [0] {$due} बाक़ी
       *[other] {$due} बाक़ी, {$new} नए
    }
stats-retention = 30 दिन में {$percent}% याद रहा
stats-deck =
    { $waiting ->
        [0] <b>{$title}</b>: {$cards} में से {$seen} देखे
       *[other] <b>{$title}</b>: {$cards} में से {$seen} देखे, {$waiting} आज
    }

## Settings

settings = <b>सेटिंग्स</b>
settings-changed = ✓ <b>हो गया।</b> अब ऐसा है:
settings-language = भाषा: {$name}
settings-zone = टाइम ज़ोन: {$zone}, अभी {$clock}
settings-nudge = याद: रोज़ {$hour}
settings-no-nudge = याद: बंद
settings-new-per-day = नए सवाल: रोज़ {$cards}
ask-language = कौन सी भाषा?
ask-zone = किस शहर का समय? अभी {$zone} है, {$clock}। शहर का नाम लिखिए, या अपनी घड़ी का समय: 21:14.
ask-nudge-time = किस समय याद दिलाऊँ? जैसे 20:30 या 8 pm.
ask-new-per-day = रोज़ कितने नए सवाल? संख्या लिखिए।
bad-language = “{$typed}” में अभी बात नहीं कर सकता। इनमें से चुनिए:
bad-zone = “{$typed}” नहीं मिला। बड़ा शहर लिखिए, या अपनी घड़ी का समय: 21:14.
bad-nudge-time = “{$typed}” कोई समय नहीं। जैसे: 20:30.
bad-new-per-day = “{$typed}” नहीं चलेगा। एक संख्या लिखिए, जैसे 10.
near = या इनमें से एक लिखिए: {$names}
which-zone = “{$typed}” कई जगह है। कौन सा?
type-zone = या नाम लिखिए: {$names}
nudge-off = ठीक है, याद नहीं दिलाऊँगा। जब मन हो, /review.
nudge-set = ठीक है, रोज़ {$hour}।
ask-clock = अभी आपके यहाँ <b>{$clock}</b> बजे हैं?
clock-confirmed = पक्का।
clock-confirmed-next = पक्का। पहली याद: {$date}।

## Times of day

clock-small-hours = रात {$time}
clock-morning = सुबह {$time}
clock-noon = दोपहर {$time}
clock-evening = शाम {$time}
clock-night = रात {$time}
hour-small-hours = रात {$time} बजे
hour-morning = सुबह {$time} बजे
hour-noon = दोपहर {$time} बजे
hour-evening = शाम {$time} बजे
hour-night = रात {$time} बजे

## Help and what can't be understood

help = <b>ऐसे चलता है:</b> मैं सवाल भेजता हूँ, आप जवाब टाइप कीजिए, अपने शब्दों में। भूलने से ठीक पहले फिर पूछता हूँ।
help-command = /{$name} · {$what}
help-taps = मेरी जाँच ग़लत लगे? <b>मेरा जवाब सही था</b> दबाइए। ग़लती से भेजा? <b>↩ Undo</b>.
command-review = सवाल शुरू कीजिए
command-hint = हिंट दिखाइए
command-skip = पता नहीं, आगे बढ़िए
command-undo = पिछला जवाब वापस लीजिए
command-decks = डेक चुनिए
command-stats = आपकी प्रगति
command-settings = भाषा, समय, रोज़ के नए
command-help = यह कैसे चलता है
unreadable = यह मैं पढ़ नहीं सकता। जवाब टाइप करके भेजिए, सवाल वहीं रुका है।
unknown-command = यह कमांड मेरे पास नहीं। ये हैं:
apology = कुछ गड़बड़ मेरी तरफ़ से (कोड {$code})। आपकी प्रगति सुरक्षित है, /review से आगे बढ़िए।

## Buttons and toasts: plain text

button-hint = हिंट
button-give-up = पता नहीं
button-i-was-right = मेरा जवाब सही था
button-i-was-wrong = मेरा जवाब ग़लत था
button-too-easy = बहुत आसान
button-undo = ↩ Undo
button-undo-ruling = ↩ फ़ैसला वापस
button-skip-drills = आज नहीं दोहराना
button-more = ⋯
button-self-right = सही था
button-self-wrong = ग़लत था
button-start = ▶ शुरू कीजिए
button-decks = डेक
button-other-decks = दूसरे डेक
button-deck-start = ▶ {$title}
button-deck-join = + {$title}
button-leave = छोड़िए
button-join-again = वापस जोड़िए
button-morning = सुबह {$hour}
button-noon = दोपहर {$hour}
button-night = रात {$hour}
button-other-time = दूसरा समय
button-no-nudge = मत दिलाइए
button-clock-right = हाँ
button-clock-wrong = नहीं, बदलिए
button-language = भाषा
button-zone = टाइम ज़ोन
button-nudge-time = याद का समय
button-new-per-day = रोज़ के नए
toast-already = यह हो चुका है।
toast-old = यह बटन पुराना है।
