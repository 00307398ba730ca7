"""Short answers, one table per family of rules."""

from __future__ import annotations

import pytest

from bot.core.card import Card, Kind
from bot.core.grading.grade import Rule, Verdict
from tests.core.grading.examiner import judged, short, verdict

TTFT = short("Pehle token tak ka lag-time metric kya hai?", "TTFT")
TTFT_BOTH = short("Pehle token tak ka metric?", "time to first token", "TTFT", reject=["TTFB"])
PREFILL = short("Input ko ek saath process karne wala phase?", "prefill", "prefill phase")
DECODE = short("Naye token ek-ek banane wala phase?", "decode", "decode phase", reject=["encode"])
KV = short("Purane tokens ki key/value rakhne wala cache?", "KV cache", "key-value cache")


@pytest.mark.parametrize(
    "reply",
    ["TTFT", "ttft", "T.T.F.T.", "t t f t", "time to first token", "Time-To-First-Token (TTFT)", "टीटीएफटी"],
)
@pytest.mark.parametrize("card", [TTFT, TTFT_BOTH, short("Metric?", "time to first token")])
def test_an_acronym_and_its_expansion_are_one_answer(card: Card, reply: str) -> None:
    """Rule 1: both ways, with or without dots and spaces, whichever of the two the card names."""
    assert verdict(card, reply) == "right"


@pytest.mark.parametrize("reply", ["TTFB", "time to last token", "TTF", "TPS", "time to first byte"])
def test_an_acronym_is_never_matched_by_likeness(reply: str) -> None:
    """Rule 2: one letter off is another term."""
    assert verdict(TTFT_BOTH, reply) == "wrong"


def test_a_known_expansion_shuts_out_another_of_the_same_letters() -> None:
    """A printed circuit board is no process control block although the initials agree."""
    card = short("OS process ki jaankari kahan rakhta hai?", "Process Control Block")
    assert verdict(card, "PCB") == "right"
    assert verdict(card, "printed circuit board") == "wrong"


def test_the_deck_text_teaches_an_acronym() -> None:
    """A pair that the prose gives counts on a card that names only the acronym."""
    card = short("Metric?", "QZT")
    assert (
        verdict(card, "quick zonal transfer", prose="We use the quick zonal transfer (QZT) here.") == "right"
    )


@pytest.mark.parametrize(
    ("card", "reply"),
    [
        (PREFILL, "prefil"),
        (PREFILL, "pre fill phase"),
        (PREFILL, "prifil fez kahlata h"),
        (PREFILL, "प्रीफिल"),
        (DECODE, "dcode"),
        (DECODE, "डिकोड"),
        (KV, "KV cash"),
        (KV, "kv catche"),
        (KV, "केवी कैश"),
        (KV, "K.V. cache"),
        (short("Join?", "LEFT JOIN"), "left joint"),
        (short("Kaun sa sadan?", "Rajya Sabha"), "rajyasbha"),
        (short("Gun?", "inertia", "jadatva"), "jarhatva kahlata h"),
        (short("Failure?", "single point of failure"), "singel point of failiure"),
    ],
)
def test_slips_and_spellings_are_forgiven(card: Card, reply: str) -> None:
    """Rules 2 and 4: a slip in five letters, free Hinglish spelling and Devanagari count."""
    assert verdict(card, reply) == "right"


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        ("decode", "encode"),
        ("prefill", "postfill"),
        ("nitrate", "nitrite"),
        ("endothermic", "exothermic"),
        ("mitosis", "meiosis"),
        ("GPU", "GRU"),
        ("absorption", "adsorption"),
        ("overfitting", "underfitting"),
        ("latitude", "altitude"),
    ],
)
def test_a_slip_never_turns_one_term_into_another(answer: str, reply: str) -> None:
    """Rule 2: opposed affixes and look-alikes are other terms however near their letters."""
    assert verdict(short("Kya?", answer), reply) == "wrong"


def test_a_reply_nearer_to_another_card_is_that_one() -> None:
    """The nearest known term wins: what would pass as a slip alone is wrong beside its own card."""
    card, other = short("A?", "kernal"), short("B?", "kernel")
    assert verdict(card, "kernel") == "right"
    assert verdict(card, "kernel", other) == "wrong"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("prefill nahi", "wrong"),
        ("prefill to nahi hai", "wrong"),
        ("not prefill", "wrong"),
        ("prefill ke alawa sab", "wrong"),
        ("anything but prefill", "wrong"),
        ("decode nahi, prefill", "right"),
        ("prefill, not decode", "right"),
        ("not decode but prefill", "right"),
        ("decode nahi balki prefill", "right"),
        ("prefill hai, decode nahi", "right"),
        ("prefill hi hai na", "right"),
        ("pata nahi, shayad prefill", "right"),
        ("not prefill, it should be decode", "wrong"),
    ],
)
def test_negation_counts(reply: str, expected: str) -> None:
    """Rule 5, with the cue before the term in English and behind it in Hindi."""
    assert verdict(PREFILL, reply, DECODE) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "prefill ya decode",
        "either prefill or decode",
        "prefill/decode",
        "prefill aur decode",
        "prefill, decode",
        "dono me se ek, prefill ya decode",
    ],
)
def test_naming_both_options_is_wrong(reply: str) -> None:
    """Rule 6: a guess that names rivals is no answer."""
    assert verdict(PREFILL, reply, DECODE) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "prefill, TTFT bhi isi se banta hai",
        "isko prefill kehte hain sir 🙏",
        "prompt ka prefill step",
        "umm prefill i guess",
    ],
)
def test_words_around_a_right_answer_change_nothing(reply: str) -> None:
    """Rules 3, 6 and 10: sentences, filler and true detail stay right."""
    assert verdict(PREFILL, reply, TTFT) == "right"


@pytest.mark.parametrize("reply", ["cache", "KV", "koi cache memory hoti h"])
def test_a_part_of_the_term_alone_is_close(reply: str) -> None:
    """Rule 9: the head word or the modifier alone asks to be more specific."""
    grade = judged(KV, reply)
    assert (grade.verdict, grade.rule) == (Verdict.CLOSE, Rule.GENERAL)


@pytest.mark.parametrize("reply", ["QK cache", "redis", "browser cache"])
def test_a_part_with_a_stranger_is_wrong(reply: str) -> None:
    """Another modifier makes another term."""
    assert verdict(KV, reply) == "wrong"


def test_a_near_miss_is_told() -> None:
    """`Not:` beats every leniency, and its sentence goes with the grade."""
    grade = judged(DECODE, "encode hota hai")
    assert (grade.verdict, grade.rule, grade.told) == (Verdict.WRONG, Rule.NEAR_MISS, "not encode")


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", Rule.EMPTY),
        ("👍", Rule.EMPTY),
        ("...", Rule.EMPTY),
        ("pata nahi yaar", Rule.GIVE_UP),
        ("input ko ek saath process karne wala phase", Rule.ECHO),
    ],
)
def test_nothing_said_is_wrong_and_says_why(reply: str, rule: Rule) -> None:
    """An empty reply, giving up and the question repeated are told apart."""
    grade = judged(PREFILL, reply)
    assert (grade.verdict, grade.rule) == (Verdict.WRONG, rule)


@pytest.mark.parametrize(
    ("question", "answer", "reply", "expected"),
    [
        ("Port?", "443", "char sau taintalis", "right"),
        ("Port?", "443", "four four three", "right"),
        ("Port?", "443", "443, 80 to http ka hota hai", "right"),
        ("Port?", "443", "80 ya 443", "wrong"),
        ("Port?", "80", "8080", "wrong"),
        ("Kitne?", "2000", "2k", "right"),
        ("Kitne?", "2000", "200", "wrong"),
        ("Kitna samay?", "500 ms", "0.5 s", "right"),
        ("Kitna?", "500 ms", "500", "close"),
        ("Kitne ms?", "500 ms", "500", "right"),
        ("Address?", "32 bits", "32 bytes", "wrong"),
        ("Address?", "32 bits", "4 bytes", "right"),
        ("Kitne percent?", "68%", "68.27 percent", "right"),
        ("Kitne percent?", "68%", "0.68%", "wrong"),
        ("Speed?", "3 × 10^8 m/s", "3 lakh km per sec", "right"),
        ("Speed?", "3 × 10⁸ m/s", "3×10^8 km/s", "wrong"),
        ("Temperature?", "100 °C", "212 F", "right"),
        ("Temperature?", "-40 °C", "40 °C", "wrong"),
        ("Oxen ke 60 daant?", "30", "ghode ke 30 hote hai, 60 to bail ke", "right"),
        ("Ghode ke daant?", "60", "ghode ke 30 hote hai, 60 to bail ke", "wrong"),
        ("Series ka sum?", "2", "1/(1-0.5) = 2", "right"),
        ("Kis class mein?", "Class 2", "Class II", "right"),
        ("Kis article mein?", "Article 14", "14", "right"),
        ("Kis article mein?", "Article 14", "Article 15", "wrong"),
        ("Kab?", "26 January 1950", "26/01/1950", "right"),
        ("Kab?", "26 January 1950", "1950", "close"),
        ("Kab?", "26 January 1950", "26 jan 1930", "wrong"),
        ("Ratio?", "30:2", "2:30", "wrong"),
        ("Moon par gravity?", "1/6", "one sixth", "right"),
        ("1 crore mein kitne lakh?", "100", "100 lakh", "right"),
        ("Minimum amount kitna?", "₹2,00,000", "2 lakh", "right"),
        ("Kitni haddiyan?", "206", "do sau chhah", "right"),
    ],
)
def test_numbers_are_equal_in_value(question: str, answer: str, reply: str, expected: str) -> None:
    """Rule 7: value, unit and sign decide, in numerals or words of either language."""
    assert verdict(short(question, answer), reply) == expected


ACID = short("ACID properties kaun si hain?", "Atomicity, Consistency, Isolation, Durability")
SYN = short("TCP handshake ke messages sahi order mein?", "SYN, SYN-ACK, ACK")


@pytest.mark.parametrize(
    ("card", "reply", "expected"),
    [
        (ACID, "consistency, durability, atomicity, isolation", "right"),
        (ACID, "atomicity consistancy isolation durabilty", "right"),
        (ACID, "sirf atomicity aur isolation yaad hai", "close"),
        (ACID, "atomicity, consistency, isolation, durability, normalization", "close"),
        (ACID, "atomicity, consistency, isolation, dependency", "close"),
        (ACID, "availability, capacity, integrity", "wrong"),
        (SYN, "syn > syn ack > ack", "right"),
        (SYN, "ack, syn-ack, syn", "close"),
        (short("Koi do noble gas?", "helium, neon, argon"), "argon aur neon", "right"),
        (
            short("Deadlock ki conditions?", "mutual exclusion, hold and wait, no preemption, circular wait"),
            "1 mutual exclusion 2 hold and wait 3 no preemption 4 circular wait",
            "right",
        ),
    ],
)
def test_lists_count_their_items(card: Card, reply: str, expected: str) -> None:
    """Rule 8: any order unless asked, some items close, a wrong one lowers."""
    assert verdict(card, reply) == expected


BRANCH = short("Git mein naya branch bana kar switch karne ki command?", "git checkout -b login")


@pytest.mark.parametrize(
    ("card", "reply", "expected"),
    [
        (BRANCH, "git checkout -b login", "right"),
        (BRANCH, "`Git checkout -b login`", "right"),
        (BRANCH, "checkout -b login", "right"),
        (BRANCH, "terminal me git checkout -b login likhna hai", "right"),
        (BRANCH, "git checkout -B login", "wrong"),
        (BRANCH, "git chekout -b login", "close"),
        (BRANCH, "git checkout login", "wrong"),
        (short("Squares?", "[x**2 for x in range(10)]"), "[i ** 2 for i in range(10)]", "right"),
        (short("Git mein side mein rakho?", "git stash"), "stash", "right"),
        (short("Git mein side mein rakho?", "git stash"), "git stash pop", "wrong"),
        (Card("Tag?", "<br>", kind=Kind.EXACT), "<br>", "right"),
        (Card("Type?", "List<int>", kind=Kind.EXACT), "List<str>", "wrong"),
    ],
)
def test_code_keeps_what_matters(card: Card, reply: str, expected: str) -> None:
    """Rule 10: names, flags, order and case count; the phone's capital, spacing, bound names do not."""
    assert verdict(card, reply) == expected


def test_a_surname_answers_who_unless_another_answer_has_it() -> None:
    """Who questions take the surname alone; with two Gandhis in the deck it says too little."""
    card = short("Dandi March kisne shuru kiya?", "Mohandas Gandhi")
    assert verdict(card, "gandhi") == "right"
    assert verdict(card, "gandhi nahi") == "wrong"
    assert verdict(card, "gandhi", short("PM kaun thi?", "Indira Gandhi")) == "close"


def test_a_card_for_the_learner_to_judge_is_not_graded() -> None:
    """`Grade: self` gives a placeholder."""
    assert judged(Card("Kya?", "x", kind=Kind.SELF), "x").rule is Rule.SELF


def test_confidence_is_lower_where_the_match_is_looser() -> None:
    """The exact wording is surer than a slip."""
    assert judged(PREFILL, "prefill").confidence > judged(PREFILL, "prefil").confidence


def test_an_acronym_match_shows_the_pair() -> None:
    """P5: the reason can be shown as "ttft = time to first token"."""
    assert judged(short("Metric?", "time to first token"), "TTFT").matched == "ttft = time to first token"
