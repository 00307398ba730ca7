"""Long answers: points made, missed, denied and swapped, and the guards around them."""

from __future__ import annotations

import pytest

from bot.core.grading.grade import Rule, Verdict
from tests.core.grading.examiner import judged, long, verdict

PHASES = long(
    "Prefill aur decode ka farq kya hai?",
    "Prefill input ko ek saath process karta hai (parallel, TTFT yahin se); decode naye token ek-ek banata hai (sequential).",
)
TRANSPORT = long(
    "TCP aur UDP mein kya farq hai?",
    "TCP connection-oriented aur reliable hai; UDP connectionless hai par fast hai.",
    ["TCP connection-oriented hai", "TCP pehle connection banata hai"],
    ["TCP reliable hai", "TCP delivery ki guarantee deta hai"],
    ["UDP connectionless hai", "UDP guarantee nahi deta"],
    ["UDP fast hai", "TCP slow hai"],
)
CATALYST = long(
    "Catalyst kya karta hai?",
    "Catalyst reaction ki speed badhata hai bina khud consume hue, activation energy kam karke.",
)
WHICH = long(
    "TTFT kis phase se aata hai?", "Prefill se; input jitna lamba, prefill utna lamba, TTFT utna zyada."
)
TUPLE = long("List aur tuple mein kya farq hai?", "List mutable hoti hai; tuple immutable hota hai.")


@pytest.mark.parametrize(
    "reply",
    [
        "prefill me pura prompt ek hi baar me padh liya jata h, decode me jawab ek ek token karke nikalta h",
        "one token at a time generation is decode, whereas prefill takes in all the input tokens at once",
        "prefill = saara input parallel, decode = output tokens one by one",
        "प्रीफिल पूरे इनपुट को एक साथ प्रोसेस करता है और डिकोड एक-एक करके नए टोकन बनाता है",
        "prifil me pura input ek sath proses hota h, dikod me tokan 1-1 krke bante h",
    ],
)
def test_wording_order_and_language_are_free(reply: str) -> None:
    """Long rules 1 and 3: all points made is right, however they are said."""
    assert verdict(PHASES, reply) == "right"


@pytest.mark.parametrize(
    "reply",
    [
        "prefill naye token ek-ek banata hai (sequential); decode input ko ek saath process karta hai (parallel)",
        "prefill is sequential and decode is parallel",
    ],
)
def test_swapped_roles_are_wrong(reply: str) -> None:
    """Long rule 2: the right claims about the wrong subject are wrong, however many of the words are there."""
    assert verdict(PHASES, reply) == "wrong"


def test_sides_exchanged_between_the_same_nouns_are_wrong() -> None:
    """Long rule 2: "voltage same, current splits" for "current same, voltage splits" is a swap without a swapped word."""
    card = long(
        "Series aur parallel circuit mein kya farq hai?",
        "Series mein current same hota hai aur voltage bant jata hai; parallel mein voltage same hota hai aur current bant jata hai.",
    )
    swapped = "series mein voltage same hota hai aur current bant jata hai; parallel mein current same hota hai aur voltage bant jata hai"
    assert verdict(card, swapped) == "wrong"
    assert (
        verdict(card, "series: same current, voltage splits. parallel: same voltage, current splits")
        == "right"
    )


def test_one_side_of_a_contrast_is_close() -> None:
    """Long rule 1: half of the points is half marks, and the grade says which half is missing."""
    grade = judged(PHASES, "prefill me poora input ek saath process hota hai")
    assert grade.verdict is Verdict.CLOSE
    assert len(grade.made) == 1
    assert len(grade.missed) == 1


def test_listed_points_are_reported_in_the_instructors_words() -> None:
    """P5: made and missed points are the card's own."""
    grade = judged(TRANSPORT, "tcp reliable hai, udp fast hai")
    assert grade.verdict is Verdict.CLOSE
    assert grade.made == ("TCP reliable hai", "UDP fast hai")
    assert set(grade.missed) == {"TCP connection-oriented hai", "UDP connectionless hai"}


def test_all_listed_points_are_right() -> None:
    """Any wording of each point makes it."""
    assert verdict(TRANSPORT, "TCP: connection oriented + reliable. UDP: connectionless, faster") == "right"


@pytest.mark.parametrize(
    "reply", ["catalyst reaction ko dheere karta hai", "catalyst reaction ki speed ghatata hai"]
)
def test_a_reversed_direction_is_wrong(reply: str) -> None:
    """Long rule 2: slower for faster contradicts."""
    assert verdict(CATALYST, reply) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "wo reaction ko tez kar deta hai, khud khatam nahi hota, activation energy ghata deta hai",
        "it makes the reaction faster by lowering activation energy and is not consumed itself",
    ],
)
def test_more_speed_is_fast(reply: str) -> None:
    """A noun and its side say what one word says: "speed badhata" is "tez"."""
    assert verdict(CATALYST, reply) == "right"


def test_what_a_clause_leaves_out_is_read_from_the_one_before() -> None:
    """ "tuples aren't" denies of tuples what was said of lists."""
    assert verdict(TUPLE, "lists are mutable, tuples aren't") == "right"
    assert verdict(TUPLE, "tuples are mutable, lists aren't") == "wrong"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("prefill", "right"),
        ("prefill se aata hai", "right"),
        ("decode se", "wrong"),
        ("prefill ya decode, dono me se ek", "wrong"),
    ],
)
def test_a_bare_term_answers_a_which_question(reply: str, expected: str) -> None:
    """Long rule 1: what goes beyond the question may be left out."""
    assert verdict(WHICH, reply) == expected


def test_the_question_repeated_is_wrong() -> None:
    """Long rule 4: no word beyond the question's makes no point."""
    grade = judged(PHASES, "prefill aur decode me farq ye hai ki dono alag alag hai")
    assert grade.verdict is Verdict.WRONG


def test_a_bag_of_key_words_is_at_most_close() -> None:
    """Long rule 4: words without a claim."""
    card = long(
        "Gradient descent?",
        "Loss ka gradient nikaal kar weights ko learning rate se baar-baar update karte hain.",
    )
    grade = judged(card, "loss gradient weights learning rate update")
    assert (grade.verdict, grade.rule) == (Verdict.CLOSE, Rule.BAG)


@pytest.mark.parametrize(
    "reply", ["ye wala topic nahi padha maine", "pata nahi", "hmm", "sir aaj ka session kitne baje hai"]
)
def test_no_answer_is_wrong(reply: str) -> None:
    """Giving up, nothing, and another topic."""
    assert verdict(PHASES, reply) == "wrong"


def test_the_model_answer_is_right_and_sure() -> None:
    """The card's own words, whatever the marks between them."""
    grade = judged(PHASES, PHASES.answer.upper())
    assert (grade.verdict, grade.rule, grade.confidence) == (Verdict.RIGHT, Rule.EXACT, 1.0)


def test_confidence_is_low_at_a_border() -> None:
    """A clear miss is surer than half an answer."""
    assert (
        judged(PHASES, "kal test hai kya").confidence
        > judged(PHASES, "decode wale me token bante hai").confidence
    )
