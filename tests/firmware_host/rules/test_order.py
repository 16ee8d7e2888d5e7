"""Boxes that are closed in the order of the card: only the next one, whatever else a game forbids."""

import random

import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.house import HouseRulesError, house_ruleset
from firmware_host.rules.notation import parse_card, parse_roll
from firmware_host.rules.parts.forbids import forbids_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS, ruleset
from firmware_host.rules.scorecard import CardError, Scorecard

OFFERED = [id_ for id_, rules in RULESETS.items() if any(option.id == "order" for option in rules.options)]


def house(base: str, text: str) -> Ruleset:
    return house_ruleset(f'id = "ours"\ntitle = "Ours"\nbased-on = "{base}"\n{text}')


def open_boxes(rules: Ruleset, card: str, dice: str) -> list[str]:
    choices = parse_card(card, rules).choices(parse_roll(dice))
    return [choice.box for choice in choices if choice.writable]


def test_the_usual_games_of_the_family_offer_it() -> None:
    assert set(OFFERED) == {"yatzy", "yahtzee", "kniffel", "maxi-yatzy"}


@pytest.mark.parametrize("order", ["top-down", "bottom-up"])
@pytest.mark.parametrize("game", OFFERED)
def test_a_whole_game_goes_along_the_card(game: str, order: str) -> None:
    chance = random.Random(5)  # noqa: S311 - dice for a test
    rules = ruleset(game).with_options({"order": order})
    card, closed = Scorecard.empty(rules), []
    while not card.complete:
        equal = chance.random() < 0.5  # jokers too
        dice = (chance.randint(1, 6),) * rules.dice if equal else tuple(chance.choices(range(1, 7), k=rules.dice))
        (choice,) = (choice for choice in card.choices(Roll(dice)) if choice.writable)
        with pytest.raises(CardError, match=r"closed from .* comes later\. Choose the next open box\.|already"):
            card.fill(next(box.id for box in rules.boxes if box.id != choice.box), Roll(dice))
        card = card.fill(choice.box, Roll(dice))
        closed.append(choice.box)
    assert closed == [box.id for box in rules.boxes][:: 1 if order == "top-down" else -1]


def test_a_free_order_forbids_what_it_always_did() -> None:
    assert forbids_of(ruleset("yahtzee").with_options({"order": "free"})) == forbids_of(ruleset("yahtzee"))


def test_no_other_reason_shuts_the_next_box() -> None:
    """Fives would have to go into sixes, were they not closed last; a school box without its value scores minus it."""
    yahtzee = ruleset("yahtzee").with_options({"order": "bottom-up"})
    assert open_boxes(yahtzee, "chance=20 five-of-a-kind=50", "6 6 6 6 6") == ["large-straight"]
    school = house("school-poker", 'order = "top-down"')
    card = parse_card("ones=1", school)
    assert open_boxes(school, "ones=1", "3 3 3 4 4") == ["twos"]
    assert card.choice("twos", parse_roll("3 3 3 4 4")).points == -2
    assert not card.choice("twos", parse_roll("3 3 3 4 4")).strikable


def test_every_slot_of_a_box_comes_before_the_next() -> None:
    balut = house("balut", 'order = "bottom-up"')
    assert open_boxes(balut, "balut=x,x,x", "1 2 3 4 5") == ["balut"]
    assert open_boxes(balut, "balut=x,x,x,x", "1 2 3 4 5") == ["chance"]


def test_a_file_orders_the_card_that_it_makes() -> None:
    ours = house("crag", 'order = "top-down"\nremove = ["ones"]\n[[boxes]]\nid = "crag"\nbefore = "twos"\n')
    assert open_boxes(ours, "-", "1 2 3") == ["crag"]
    assert open_boxes(ours, "crag=x", "1 2 3") == ["twos"]


def test_a_file_offers_the_option_of_its_game_only_if_it_names_it() -> None:
    """One that was written before there was such an option stays as it is."""
    assert "order" not in {option.id for option in house("yatzy", "").options}
    assert open_boxes(house("yatzy", 'order = "top-down"'), "-", "1 2 3 4 5") == ["ones"]
    offered = house("yatzy", '[options.order]\nchoices = ["free", "bottom-up"]')
    (option,) = (option for option in offered.options if option.id == "order")
    assert option.choices == ("free", "bottom-up")
    assert open_boxes(offered.with_options({"order": "bottom-up"}), "-", "1 2 3 4 5") == ["chance"]


def test_an_option_of_a_file_may_order_and_free_it_again() -> None:
    text = """
    [options.strict]
    title = "Strict"
    explanation = "In order."
    default = false
    [options.strict.when.on]
    order = "top-down"
    """
    ours = house("general", text)
    assert open_boxes(ours, "-", "1 2 3 4 5") == [box.id for box in ours.boxes]
    assert open_boxes(ours.with_options({"strict": True}), "-", "1 2 3 4 5") == ["ones"]
    freed = house("yahtzee", '[options]\norder = "top-down"\n' + text.replace('"top-down"', '"free"'))
    assert open_boxes(freed, "-", "1 2 3 4 5") == ["ones"]
    assert open_boxes(freed.with_options({"strict": True}), "five-of-a-kind=50", "3 3 3 3 3") == ["threes"]


@pytest.mark.parametrize(
    ("base", "text", "fault"),
    [
        ("crag", 'order = "upwards"', "is not known here"),
        ("yatzy", 'order = "top-down"\n[options.order]\ndefault = "free"', r"Fix it with options\.order"),
        ("poker-hands", 'order = "top-down"', "no card"),
    ],
)
def test_what_cannot_be_ordered_is_told(base: str, text: str, fault: str) -> None:
    with pytest.raises(HouseRulesError, match=fault) as caught:
        house(base, text)
    assert list(caught.value.faults) == ["order"]
