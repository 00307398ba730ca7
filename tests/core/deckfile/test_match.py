"""Which card of a new version is which stored card: what is kept, what is asked, and that nothing is lost in silence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.card import Card
from bot.core.deckfile import Edit, Matching, Question, StoredCard, match_cards

PREFILL = Card("Input ko ek saath process karne wala inference phase kya kehlaata hai?", "prefill")
DECODE = Card("Naye token ek-ek bana-ne wala phase kya kehlaata hai?", "decode")
TTFT = Card("Pehle token tak ka lag-time metric kya hai?", "TTFT")
CACHE = Card("Purane tokens ki key/value vectors ko yaad rakhne wale cache ka naam?", "KV cache")
FARQ = Card(
    "Prefill aur decode ka farq kya hai?",
    "Prefill input ko ek saath process karta hai; decode naye token ek-ek banata hai.",
)
DECK = (PREFILL, DECODE, TTFT, CACHE, FARQ)
STORED = tuple(StoredCard(100 + number, card) for number, card in enumerate(DECK))


def changed(index: int, card: Card) -> tuple[Card, ...]:
    return (*DECK[:index], card, *DECK[index + 1 :])


def test_an_unchanged_deck_is_all_same() -> None:
    """The same cards are the same cards."""
    assert match_cards(STORED, DECK) == Matching(same=tuple((100 + number, number) for number in range(5)))


def test_a_typo_mended_in_a_question_keeps_the_card() -> None:
    """A slightly changed question with its answer unchanged is one edited card."""
    card = replace(PREFILL, question=PREFILL.question.replace("kehlaata", "kehlata"))
    matching = match_cards(STORED, changed(0, card))
    assert matching.edited == (Edit(100, 0, question_changed=True, answer_changed=False),)
    assert (len(matching.same), matching.ask, matching.fresh, matching.retired) == (4, (), (), ())


def test_a_changed_answer_under_its_question_keeps_the_card() -> None:
    """When only the answer changed, the card is kept and says so."""
    matching = match_cards(STORED, changed(0, replace(PREFILL, answer="prefill phase")))
    assert matching.edited == (Edit(100, 0, question_changed=False, answer_changed=True),)


@pytest.mark.parametrize(
    "card",
    [
        replace(PREFILL, hint="pre"),
        replace(PREFILL, question=f"**{PREFILL.question.upper()}**"),
        replace(PREFILL, answer="Prefill."),
    ],
)
def test_case_marks_and_other_fields_change_neither_question_nor_answer(card: Card) -> None:
    """A hint, bold print, case or a full stop is an edit in which question and answer stand."""
    matching = match_cards(STORED, changed(0, card))
    assert matching.edited == (Edit(100, 0, question_changed=False, answer_changed=False),)


def test_question_and_answer_both_changed_is_asked() -> None:
    """When both changed, the instructor is asked whether it is the same card."""
    card = Card(TTFT.question.replace("Pehle", "Aakhri"), "total latency")
    matching = match_cards(STORED, changed(2, card))
    assert matching.ask == (Question(2, (102,)),)
    assert (len(matching.same), matching.edited, matching.fresh, matching.retired) == (4, (), (), ())


def test_the_same_letters_in_other_code_are_another_question() -> None:
    """`grep -v` and `grep -V`, or two pictures, are not one question."""
    stored = (StoredCard(1, Card("What does `grep -v` do?", "inverts the match")),)
    matching = match_cards(stored, (Card("What does `grep -V` do?", "prints the version"),))
    assert matching.ask == (Question(0, (1,)),)
    pictures = (StoredCard(1, Card("Which organ?\n![](heart.png)", "heart")),)
    assert match_cards(pictures, (Card("Which organ?\n![](liver.png)", "liver"),)).ask == (Question(0, (1,)),)


def test_other_numbers_in_a_question_are_asked() -> None:
    """`Is 7 prime?` with the same answer as `Is 11 prime?` is not taken for it."""
    stored = (StoredCard(1, Card("Is the number 7 prime?", "yes")),)
    assert match_cards(stored, (Card("Is the number 11 prime?", "yes"),)).ask == (Question(0, (1,)),)


def test_two_near_candidates_are_asked() -> None:
    """A new card that is as near to two stored ones is asked about, the nearer first."""
    stored = (
        StoredCard(1, Card("Which port does the plain web server use?", "80")),
        StoredCard(2, Card("Which port does the plain web service use?", "80")),
    )
    (question,) = match_cards(stored, (Card("Which port does a plain web serve use?", "80"),)).ask
    assert set(question.candidates) == {1, 2}


def test_a_reworded_question_with_the_only_such_answer_is_asked() -> None:
    """However much the question changed, an answer that no other card has is a hint worth a tap."""
    card = Card("How long until output starts, as an acronym?", "TTFT")
    assert match_cards(STORED, changed(2, card)).ask == (Question(2, (102,)),)


def test_unrelated_cards_are_not_asked_about() -> None:
    """A card replaced by one on another matter is retired, the other is new."""
    matching = match_cards(STORED, changed(2, Card("Temperature kya badalta hai?", "randomness of sampling")))
    assert (matching.ask, matching.fresh, matching.retired) == ((), (2,), (102,))


def test_decisions_settle_what_was_asked() -> None:
    """`same` keeps the card with its progress, `new_cards` makes a new one and retires the other."""
    new = changed(2, Card(TTFT.question.replace("Pehle", "Aakhri"), "total latency"))
    kept = match_cards(STORED, new, same={2: 102})
    assert kept.edited == (Edit(102, 2, question_changed=True, answer_changed=True),)
    assert (kept.ask, kept.fresh, kept.retired) == ((), (), ())
    parted = match_cards(STORED, new, new_cards=(2,))
    assert (parted.ask, parted.fresh, parted.retired) == ((), (2,), (102,))


def test_a_decision_that_fits_no_card_is_asked_again() -> None:
    """A decision about a card or index that is gone changes nothing."""
    new = changed(2, Card(TTFT.question.replace("Pehle", "Aakhri"), "total latency"))
    assert match_cards(STORED, new, same={9: 102, 2: 999}, new_cards=(77,)) == match_cards(STORED, new)


def test_an_id_decides_whatever_changed() -> None:
    """Equal ids are one card even if question and answer changed; different ids are two, even of one question."""
    stored = (StoredCard(1, Card("One?", "1", id="a")), StoredCard(2, Card("Two?", "2", id="b")))
    matching = match_cards(stored, (Card("Entirely other words", "zzz", id="a"), Card("Two?", "2", id="c")))
    assert matching.edited == (Edit(1, 0, question_changed=True, answer_changed=True),)
    assert matching.ask == (Question(1, (2,)),)


def test_a_retired_card_comes_back() -> None:
    """A question that was there before revives its card; a current card of that question goes first."""
    retired = StoredCard(7, TTFT, retired=True)
    revived = match_cards((retired,), (TTFT,))
    assert (revived.same, revived.revived) == (((7, 0),), (7,))
    current = match_cards((retired, StoredCard(8, TTFT)), (TTFT,))
    assert (current.same, current.revived, current.retired) == (((8, 0),), (), ())


def test_retired_cards_are_not_retired_again() -> None:
    """What is retired and stays away is not news."""
    assert match_cards((StoredCard(7, TTFT, retired=True),), (CACHE,)) == Matching(fresh=(0,))


def test_ten_thousand_edited_cards_find_their_own() -> None:
    """One word mended in every question of the largest deck edits all cards and mixes up none."""
    cards = [
        Card(f"Topic {n:05d} ka naam {n * 7919 % 10_007} kya kehlaata hai?", f"answer {n}")
        for n in range(10_000)
    ]
    stored = [StoredCard(n, card) for n, card in enumerate(cards)]
    new = [replace(card, question=card.question.replace("kehlaata", "kehlata")) for card in cards]
    matching = match_cards(stored, new)
    assert len(matching.edited) == 10_000
    assert all(edit.uid == edit.index for edit in matching.edited)


WORDS = st.sampled_from("prefill decode token cache latency batch prompt phase naam kya metric".split())  # noqa: SIM905  # reads as words
CARDS = st.builds(
    Card,
    question=st.lists(WORDS, min_size=1, max_size=5).map(" ".join),
    answer=st.lists(WORDS, max_size=3).map(" ".join),
)


def distinct(cards: list[Card]) -> list[Card]:
    return list({card.question: card for card in cards}.values())


@given(
    st.lists(CARDS, max_size=7).map(distinct),
    st.lists(CARDS, max_size=7).map(distinct),
    st.sets(st.integers(0, 6), max_size=2),
    st.randoms(use_true_random=False),
)
def test_nothing_is_lost_or_confused_in_silence(
    old: list[Card], other: list[Card], away: set[int], chance: object
) -> None:
    """Every card, old or new, has one fate; a pair in which both sides changed is never made without asking."""
    stored = [StoredCard(n, card, retired=n in away) for n, card in enumerate(old)]
    new = distinct([*old[::2][::-1], *other])
    matching = match_cards(stored, new)
    indexes = [
        *(index for _, index in matching.same),
        *(edit.index for edit in matching.edited),
        *(question.index for question in matching.ask),
        *matching.fresh,
    ]
    assert sorted(indexes) == list(range(len(new)))
    paired = [*(uid for uid, _ in matching.same), *(edit.uid for edit in matching.edited)]
    waiting = {uid for question in matching.ask for uid in question.candidates}
    assert len(set(paired)) == len(paired)
    assert waiting.isdisjoint(paired)
    assert {*paired, *waiting, *matching.retired} >= {card.uid for card in stored if not card.retired}
    assert set(matching.retired).isdisjoint({*paired, *waiting, *away})
    assert set(matching.revived) == set(paired) & away
    assert all(not (edit.question_changed and edit.answer_changed) for edit in matching.edited)
    assert all(old[uid] == new[index] for uid, index in matching.same)


@given(st.lists(CARDS, max_size=8).map(distinct), st.data())
def test_order_changes_nothing(cards: list[Card], data: st.DataObject) -> None:
    """Cards in another order are the same cards."""
    new = data.draw(st.permutations(cards))
    matching = match_cards([StoredCard(n, card) for n, card in enumerate(cards)], new)
    assert sorted(matching.same) == [(n, new.index(card)) for n, card in enumerate(cards)]
    assert matching == Matching(same=matching.same)


@given(st.lists(CARDS, max_size=6).map(distinct), st.lists(CARDS, max_size=6).map(distinct), st.data())
def test_answering_every_question_leaves_none(old: list[Card], new: list[Card], data: st.DataObject) -> None:
    """However the instructor decides, each round asks less, and in the end nothing is open."""
    stored = [StoredCard(n, card) for n, card in enumerate(old)]
    same: dict[int, int] = {}
    fresh: set[int] = set()
    for _ in range(len(new) + 1):
        matching = match_cards(stored, new, same, fresh)
        if not matching.ask:
            break
        asked = matching.ask[0]
        uid = data.draw(st.sampled_from((None, *asked.candidates)))
        if uid is None:
            fresh.add(asked.index)
        else:
            same[asked.index] = uid
    assert matching.ask == ()
    assert {(edit.index, edit.uid) for edit in matching.edited} >= {
        (index, uid) for index, uid in same.items() if old[uid] != new[index]
    }
    assert fresh <= set(matching.fresh)
