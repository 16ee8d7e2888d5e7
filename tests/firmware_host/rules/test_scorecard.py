from dataclasses import replace

import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.match import Contest, Hand
from firmware_host.rules.options import Option, OptionError, Options
from firmware_host.rules.ruleset import Award, Bonus, Box, Ruleset, RulesetError, Situation, UnknownBoxError
from firmware_host.rules.rulesets.poker_dice import POKER_DICE
from firmware_host.rules.scorecard import CardError, Entry, Scorecard
from firmware_host.rules.scoring import sum_of, sum_of_all

ROLL = Roll((1, 3, 2, 4, 4))


def test_filling_writes_what_the_dice_are_worth_and_leaves_the_old_card_alone() -> None:
    empty = Scorecard.empty(POKER_DICE)
    card = empty.fill("fours", ROLL)
    assert card.entries("fours") == (Entry(8),)
    assert card.total == 8
    assert (card.subtotal("upper"), card.subtotal("lower")) == (8, 0)
    assert empty.entries("fours") == ()
    assert empty.total == 0


def test_a_box_the_dice_do_not_meet_may_be_written_or_struck_alike() -> None:
    card = Scorecard.empty(POKER_DICE)
    choice = card.choice("full-house", ROLL)
    assert (choice.points, choice.writable, choice.strikable) == (0, True, True)
    assert card.fill("full-house", ROLL).entries("full-house") == (Entry(0, struck=False),)
    assert card.strike("full-house", ROLL).entries("full-house") == (Entry(0, struck=True),)


def test_a_box_that_scores_must_be_written() -> None:
    card = Scorecard.empty(POKER_DICE)
    assert not card.choice("chance", ROLL).strikable
    with pytest.raises(CardError, match="Chance is worth 14"):
        card.strike("chance", ROLL)


@pytest.mark.parametrize(
    ("struck", "sentence"), [(False, "Chance is already scored: 14"), (True, "Chance is already struck")]
)
def test_a_closed_box_says_how_it_was_closed(struck: bool, sentence: str) -> None:
    card = Scorecard.empty(POKER_DICE).put("chance", Entry(0 if struck else 14, struck))
    choice = card.choice("chance", ROLL)
    assert (choice.points, choice.writable, choice.strikable) == (None, False, False)
    assert sentence in choice.why_not
    for close in (card.fill, card.strike):
        with pytest.raises(CardError, match=sentence):
            close("chance", ROLL)
    with pytest.raises(CardError, match=sentence):
        card.put("chance", Entry(3))


def test_a_box_that_is_not_on_the_card_names_those_that_are() -> None:
    with pytest.raises(UnknownBoxError, match=r"“pair”.*ones, twos"):
        Scorecard.empty(POKER_DICE).choice("pair", ROLL)


def test_a_card_is_complete_when_every_box_is_closed() -> None:
    card = Scorecard.empty(POKER_DICE)
    for closed, box in enumerate(POKER_DICE.boxes):
        assert not card.complete
        assert card.slots_closed == closed
        card = card.fill(box.id, ROLL)
    assert card.complete
    assert not any(choice.writable or choice.strikable for choice in card.choices(ROLL))


# What poker dice do not use yet, on a game small enough to see through: two slots of sixes, which may be struck, a
# chance that is forbidden while a six lies and sixes are open, a bonus, and an option that doubles the chance.


def _no_chance_with_a_six(box: Box, situation: Situation) -> str:
    forbidden = box.id == "chance" and 6 in situation.roll.values and len(situation.written["sixes"]) < 2
    return "A six lies: it belongs to Sixes." if forbidden else ""


def _doubled(rules: Ruleset, options: Options) -> Ruleset:
    if options["chance"] == "single":
        return rules
    sixes, chance = rules.boxes
    return replace(rules, boxes=(sixes, replace(chance, score=lambda roll: 2 * roll.total, hint="Twice the sum")))


SMALL = Ruleset(
    id="small",
    title="Small game",
    dice=2,
    rolls=2,
    boxes=(
        Box("sixes", "Sixes", "upper", sum_of(6), "6 for each 6", value=6, slots=2, striking="any"),
        Box("chance", "Chance", "lower", sum_of_all, "Sum of all dice"),
    ),
    source="None: made for the tests.",
    bonuses=(Bonus("rich", "Rich sixes", lambda written: 10 if sum(written["sixes"]) >= 18 else 0),),
    options=(
        Option("chance", "Chance counts", ("single", "double"), "single"),
        Option("fast", "Fast", (False, True), False),
    ),
    max_players=2,
    forbids=_no_chance_with_a_six,
    variant=_doubled,
)


def test_a_box_with_slots_is_closed_that_often() -> None:
    card = Scorecard.empty(SMALL).fill("sixes", Roll((6, 6)))
    assert SMALL.turns == 3
    assert card.choice("sixes", Roll((6, 1))).points == 6
    card = card.strike("sixes", Roll((6, 1)))
    assert card.entries("sixes") == (Entry(12), Entry(0, struck=True))
    assert card.written == {"sixes": (12, 0), "chance": ()}
    assert card.choice("sixes", Roll((6, 6))).why_not.startswith("Sixes is already full.")
    assert not card.complete
    assert card.fill("chance", Roll((1, 2))).complete


def test_a_strikable_box_may_be_struck_where_it_would_score() -> None:
    card = Scorecard.empty(SMALL)
    assert card.choice("sixes", Roll((6, 6))).strikable
    assert card.strike("sixes", Roll((6, 6))).total == 0


def test_a_forbidden_box_says_why_and_takes_nothing() -> None:
    card = Scorecard.empty(SMALL)
    choice = card.choice("chance", Roll((6, 1)))
    assert (choice.points, choice.writable, choice.strikable) == (None, False, False)
    assert choice.why_not == "A six lies: it belongs to Sixes."
    with pytest.raises(CardError, match="A six lies"):
        card.fill("chance", Roll((6, 1)))
    full = card.fill("sixes", Roll((6, 6))).fill("sixes", Roll((6, 6)))
    assert full.choice("chance", Roll((6, 1))).points == 7


def test_bonuses_enter_the_total_beside_the_boxes() -> None:
    card = Scorecard.empty(SMALL).fill("sixes", Roll((6, 6)))
    assert card.bonuses == {"rich": 0}
    card = card.fill("sixes", Roll((6, 1)))
    assert card.bonuses == {"rich": 10}
    assert (card.subtotal("upper"), card.total) == (18, 28)


def test_options_are_spelled_out_and_change_the_rules() -> None:
    assert SMALL.settings({}) == {"chance": "single", "fast": False}
    assert SMALL.settings({"chance": "double"}) == {"chance": "double", "fast": False}
    doubled = Scorecard.empty(SMALL.with_options({"chance": "double"}))
    assert doubled.choice("chance", Roll((2, 3))).points == 10
    assert Scorecard.empty(SMALL.with_options({})).choice("chance", Roll((2, 3))).points == 5


def test_all_faults_of_options_come_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        SMALL.settings({"chance": "triple", "fast": 1, "tempo": 3})
    assert set(caught.value.faults) == {"chance", "fast", "tempo"}
    assert "single, double" in caught.value.faults["chance"]
    assert "chance, fast" in caught.value.faults["tempo"]


def test_a_game_without_options_says_there_is_none() -> None:
    with pytest.raises(OptionError, match="none to choose"):
        POKER_DICE.settings({"jokers": True})


NO_CONTEST = Contest(1, lambda _: Hand("any", 0), {"any": "Any"}, {"any": 36})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"boxes": SMALL.boxes * 2}, "used twice"),
        ({"bonuses": SMALL.bonuses * 2}, "used twice"),
        ({"options": SMALL.options * 2}, "used twice"),
        ({"boxes": ()}, "at least one box"),
        ({"contest": NO_CONTEST}, "a contest and no box"),
        ({"awards": (Award("a", "A", lambda _, total: total),) * 2}, "used twice"),
        ({"bonuses": tuple(Bonus(id_, "Twice", earned=lambda *_: 1) for id_ in "ab")}, "keeps only one"),
        ({"dice": 0}, "at least one"),
        ({"rolls": 0}, "at least one"),
        ({"boxes": (replace(SMALL.boxes[0], slots=0),)}, "at least one"),
        ({"max_players": 9}, "seats 1 to 8"),
        ({"min_players": 3}, "seats 1 to 8"),
        ({"min_players": 0}, "seats 1 to 8"),
        ({"options": (Option("pace", "Pace", ("slow",), "fast"),)}, "default of an option"),
    ],
)
def test_a_ruleset_that_contradicts_itself_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(RulesetError, match=sentence):
        replace(SMALL, **changes)  # type: ignore[arg-type]  # the wrong values are the point
