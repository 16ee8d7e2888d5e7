"""Every fault of a file is told at once, at its field, and says what would be right."""

import re

import pytest

from firmware_host.rules.house import HouseRulesError, house_ruleset

BEGIN = 'id = "ours"\ntitle = "Ours"\n'
YATZY = f'{BEGIN}based-on = "yatzy"\n'
BOX = '[[boxes]]\nid = "new"\ntitle = "New"\n'
BONUS = '[[bonuses]]\nid = "new"\n'
OPTION = '[options.quick]\ntitle = "Quick"\nexplanation = "Fewer rolls."\n'


def faults(text: str) -> dict[str, str]:
    with pytest.raises(HouseRulesError) as caught:
        house_ruleset(text)
    assert str(caught.value) == "\n".join(
        f"{field}: {fault}" if field else fault for field, fault in caught.value.faults.items()
    )
    return dict(caught.value.faults)


@pytest.mark.parametrize(
    ("text", "field", "says"),
    [
        # the file
        ("id = \n", "", "not valid TOML: .*line 1"),
        ('id = "a"\nid = "b"\n', "", "not valid TOML: .*line 2"),
        (f"# {'x' * 70_000}", "", "has 70002 characters.*at most 65536"),
        # its own fields
        ('title = "Ours"\nbased-on = "yatzy"', "id", "missing.*our-yatzy"),
        ('id = "ours"\nbased-on = "yatzy"', "title", "missing"),
        ('id = "Ours!"\ntitle = "Ours"\nbased-on = "yatzy"', "id", "'Ours!' is not a valid id.*full-house"),
        ('id = "strike"\ntitle = "Ours"\nbased-on = "yatzy"', "id", "The word strike"),
        ('id = "yatzy"\ntitle = "Ours"\nbased-on = "yatzy"', "id", "built-in game.*our-yatzy"),
        ('id = 7\ntitle = "Ours"\nbased-on = "yatzy"', "id", "It is 7, but must be text in quotes"),
        ('id = "ours"\ntitle = ""\nbased-on = "yatzy"', "title", "1 to 40 characters"),
        (f'{BEGIN}based-on = "yatsy"', "based-on", "'yatsy'.*Did you mean yatzy"),
        (f"{YATZY}bonusses = []", "bonusses", "no such field.*Did you mean bonuses"),
        (f"{YATZY}notes = 3", "notes", "a list in square brackets"),
        (f"{YATZY}notes = [3]", "notes[1]", "text in quotes"),
        (f"{YATZY}players = [3, 2]", "players", "the fewest and the most"),
        (f"{YATZY}players = [1, 9]", "players[2]", "from 1 to 8"),
        (f'{BEGIN}based-on = "poker-hands"\nplayers = [1, 4]', "players", "Poker hands needs at least 2"),
        (f"{YATZY}rolls = 0", "rolls", "from 1 to 10"),
        (f"{YATZY}rolls = true", "rolls", "It is true"),
        (f"{YATZY}dice = 7", "dice", "from 1 to 6"),
        (f"{YATZY}dice = 3", "dice", "No roll of 3 dice can score in two-pairs, low-straight.* Remove them"),
        (f"{YATZY}clock-minutes = -1", "clock-minutes", "from 0 to 120"),
        (f'{BEGIN}based-on = "speed-yatzy"\nclock-minutes = 5', "clock-minutes", "options.clock-minutes"),
        (f"{YATZY}clock-increment = 601", "clock-increment", "from 0 to 600"),
        (f'{BEGIN}based-on = "speed-yatzy"\nclock-increment = 5', "clock-increment", "options.clock-increment"),
        (f'{YATZY}sum-row = "yes"', "sum-row", "true or false"),
        (f'{YATZY}striking = "always"', "striking", "any, worthless, never"),
        (f'{YATZY}upper = "plain"', "upper", "sums, school"),
        (f'{BEGIN}based-on = "poker-hands"\nremove = ["pair"]', "remove", "no card"),
        # boxes
        (BEGIN, "boxes", "at least one box"),
        (f"{BEGIN}boxes = []", "boxes", "at least one box"),
        (f'{BEGIN}boxes = "many"', "boxes", r"starting with \[\[boxes\]\]"),
        (f"{BEGIN}boxes = [3]", "boxes[1]", "It is 3, but must be a table"),
        (f'{YATZY}remove = ["pear"]', "remove", "no box 'pear'.*Did you mean pair"),
        (f'{YATZY}remove = "pair"', "remove", "a list in square brackets"),
        (f"{YATZY}{BOX}points = 2\n{BOX}points = 3", "boxes[2].id", "new appears twice"),
        (f"{YATZY}{BOX}", "boxes[1].points", "missing.*points.*sum"),
        (f'{YATZY}[[boxes]]\nid = "new"\npoints = 3', "boxes[1].title", "missing"),
        (f'{YATZY}[[boxes]]\ntitle = "New"\npoints = 3', "boxes[1].id", "missing"),
        (f"{YATZY}{BOX}points = 1001", "boxes[1].points", "from 0 to 1000"),
        (f"{YATZY}{BOX}points = 0", "boxes[1]", "No roll of 5 dice can score in new"),
        (f"{YATZY}{BOX}points = 5\nfigure = {{ of-a-kind = 6 }}", "boxes[1]", "No roll of 5 dice can score"),
        (f'{YATZY}{BOX}sum = "some"', "boxes[1].sum", "'some'.*all, figure"),
        (f"{YATZY}{BOX}points = 5\nslots = 11", "boxes[1].slots", "from 1 to 10"),
        (f'{YATZY}{BOX}points = 5\nsection = "left"', "boxes[1].section", "upper, lower"),
        (f'{YATZY}{BOX}points = 5\nbefore = "pear"', "boxes[1].before", "no other box 'pear'"),
        (f"{YATZY}{BOX}points = 5\nschool = true", "boxes[1].school", "Only a box with a value"),
        (f"{YATZY}{BOX}value = 7", "boxes[1].value", "from 1 to 6"),
        (f"{YATZY}{BOX}value = 3\npoints = 5", "boxes[1].points", "has its own score"),
        (f'{YATZY}{BOX}value = 3\nhint = "Mine"', "boxes[1].hint", "its own hint"),
        (f'{YATZY}{BOX}value = 3\nschool = true\nstriking = "any"', "boxes[1].striking", "cannot be struck"),
        (f'{YATZY}[[boxes]]\nid = "pair"\nvalue = 2', "boxes[1].value", "Pair does not collect"),
        (f'{YATZY}[[boxes]]\nid = "ones"\nsum = "all"', "boxes[1].sum", "has its own score"),
        (f'{YATZY}[[boxes]]\nid = "pair"\nhnit = "x"', "boxes[1].hnit", "Did you mean hint"),
        (
            YATZY + "".join(f'[[boxes]]\nid = "b{n}"\ntitle = "B"\npoints = 1\n' for n in range(26)),
            "boxes",
            "at most 40",
        ),
        # figures
        (f'{YATZY}{BOX}points = 5\nfigure = "fullhouse"', "boxes[1].figure", "Did you mean full-house"),
        (f'{YATZY}{BOX}points = 5\nfigure = "run"', "boxes[1].figure", r"\{ run = 4 \}"),
        (f"{YATZY}{BOX}points = 5\nfigure = 3", "boxes[1].figure", "must be one figure, written as"),
        (f"{YATZY}{BOX}points = 5\nfigure = {{ run = 4, total = 3 }}", "boxes[1].figure", "one figure"),
        (f"{YATZY}{BOX}points = 5\nfigure = {{ any = 4 }}", "boxes[1].figure.any", 'Write it as "any"'),
        (f"{YATZY}{BOX}points = 5\nfigure = {{ runn = 4 }}", "boxes[1].figure.runn", "Did you mean run"),
        (f"{YATZY}{BOX}points = 5\nfigure = {{ run = 1 }}", "boxes[1].figure.run", "from 2 to 6"),
        (f"{YATZY}{BOX}points = 5\nfigure = {{ shows = [7] }}", "boxes[1].figure.shows[1]", "from 1 to 6"),
        (f"{YATZY}{BOX}points = 5\nfigure = {{ groups = [] }}", "boxes[1].figure.groups", "empty"),
        (f"{YATZY}{BOX}points = 5\nfigure = {{ groups = {[1] * 7} }}", "boxes[1].figure.groups", "at most 6 dice"),
        (
            f'{YATZY}{BOX}points = 5\nfigure = {{ either = ["full-house", {{ run = "x" }}] }}',
            "boxes[1].figure.either[2].run",
            "It is 'x'",
        ),
        (
            f"{YATZY}{BOX}points = 5\nfigure = {'{ either = [' * 5}'any'{'] }' * 5}",
            "boxes[1].figure.either[1].either[1].either[1].either",
            "more than 4 deep",
        ),
        # bonuses, awards, worth, forbids
        (f"{YATZY}{BONUS}points = 5", "bonuses[1].kind", "missing.*sum-from"),
        (f'{YATZY}{BONUS}kind = "sum"\npoints = 5', "bonuses[1].kind", "'sum' is not known"),
        (f'{YATZY}{BONUS}kind = "sum-from"\npoints = 5', "bonuses[1].at", "missing.*sum to reach"),
        (f'{YATZY}{BONUS}kind = "sum-from"\nat = 1001\npoints = 5', "bonuses[1].at", "from 1 to 1000"),
        (f'{YATZY}{BONUS}kind = "sum-from"\nat = 9\npoints = 5\nbands = 1', "bonuses[1].bands", "no such field"),
        (f'{YATZY}{BONUS}kind = "all-scored"\npoints = 5', "bonuses[1].boxes", "missing"),
        (f'{YATZY}{BONUS}kind = "all-scored"\nboxes = []\npoints = 5', "bonuses[1].boxes", "at least one"),
        (f'{YATZY}{BONUS}kind = "all-scored"\nboxes = ["a"]\npoints = 5', "bonuses[1].boxes", "no box 'a'"),
        (f'{YATZY}{BONUS}kind = "all-scored"\nboxes = ["pair", "pair"]\npoints = 5', "bonuses[1].boxes", "twice"),
        (f'{YATZY}{BONUS}kind = "all-scored"\nboxes = "left"\npoints = 5', "bonuses[1].boxes", "upper, lower, all"),
        (f'{BEGIN}{BOX}points = 5\n{BONUS}kind = "sum-from"\nat = 9\npoints = 5', "bonuses[1].boxes", "missing"),
        (
            f'{BEGIN}{BOX}points = 5\n{BONUS}kind = "all-scored"\nboxes = "upper"\npoints = 5',
            "bonuses[1].boxes",
            "no upper boxes",
        ),
        (f'{YATZY}[[bonuses]]\nkind = "sum-from"\nat = 3\npoints = 5', "bonuses[1].id", "missing"),
        (f'{YATZY}[[bonuses]]\nid = "upper"\npoints = 5\n{BONUS}', "bonuses[2].kind", "missing"),
        (
            f'{YATZY}[[bonuses]]\nid = "upper"\npoints = 5\n[[bonuses]]\nid = "upper"\nat = 5',
            "bonuses[2].id",
            "upper appears twice",
        ),
        (
            f'{BEGIN}based-on = "speed-yatzy"\n[[bonuses]]\nid = "simple"\nat = 50',
            "bonuses[1].title",
            "'Ones to sixes at 60' is no longer true",
        ),
        (
            f'{BEGIN}based-on = "general"\n{BONUS}kind = "further-equal"\npoints = 5',
            "bonuses[1].kind",
            "can earn only one bonus",
        ),
        (
            f'{BEGIN}{BOX}points = 5\n{BONUS}kind = "further-equal"\npoints = 5',
            "bonuses[1].equal",
            "missing.*box for equal dice",
        ),
        (f'{YATZY}remove-bonuses = ["uper"]', "remove-bonuses", "Did you mean upper"),
        (f'{YATZY}remove-awards = ["upper"]', "remove-awards", "none to choose"),
        (f'{YATZY}[[awards]]\nid = "t"\nkind = "total-bands"', "awards[1].bands", "missing"),
        (f'{YATZY}[[awards]]\nid = "t"\nkind = "total-bands"\nbands = [3]', "awards[1].bands[1]", r"\[300, 2\]"),
        (
            f'{YATZY}[[awards]]\nid = "t"\nkind = "total-bands"\nbands = [[5, 1], [5, 2]]',
            "awards[1].bands",
            "must rise",
        ),
        (
            YATZY
            + "".join(f'[[awards]]\nid = "a{n}"\nkind = "all-scored"\nboxes = "all"\npoints = 1\n' for n in range(13)),
            "awards",
            "at most 12",
        ),
        (f'{YATZY}[[worth]]\nkind = "unused-rolls"', "worth[1].points", "missing"),
        (f'{YATZY}[[worth]]\nkind = "waits"\nbox = "pair"\nuntil = "pear"', "worth[1].until", "Did you mean pair"),
        (f'{YATZY}[[worth]]\nkind = "joker-points"\npoints = 3', "worth[1].points", "a table of fields"),
        (f'{YATZY}[[worth]]\nkind = "joker-points"\npoints = {{ pear = 3 }}', "worth[1].points", "no box 'pear'"),
        (f'{YATZY}[[worth]]\nkind = "joker-points"\npoints = {{ pair = -3 }}', "worth[1].points.pair", "from 0"),
        (f'{YATZY}[[worth]]\nkind = "from-the-hand"\nboxes = "all"\ntime = 2', "worth[1].time", "Did you mean times"),
        (f'{YATZY}[[forbids]]\nkind = "forced"', "forbids[1].kind", "Did you mean forced-joker"),
        (f"{YATZY}forbids = 3", "forbids", "a list of tables"),
        # options
        (f"{YATZY}options = 3", "options", "a table of fields"),
        (f"{YATZY}[options]\nhigher-counts-lower = 3", "options.higher-counts-lower", "cannot be '3'.*off, on"),
        (
            f"{YATZY}[options]\nhigher-counts-lower = {{ default = 3 }}",
            "options.higher-counts-lower.default",
            "cannot be '3'",
        ),
        (
            f"{YATZY}[options]\nhigher-counts-lower = {{ defalt = true }}",
            "options.higher-counts-lower.defalt",
            "Did you mean default",
        ),
        (
            f'{BEGIN}based-on = "poker-hands"\n[options]\nrounds = {{ choices = [3, 21] }}',
            "options.rounds.choices[2]",
            "from 1 to 20",
        ),
        (
            f'{BEGIN}based-on = "poker-hands"\n[options]\nrounds = {{ choices = [3, 7], default = 5 }}',
            "options.rounds.default",
            "not one of the choices",
        ),
        (f"{YATZY}[options]\nquick = true", "options.quick", "a table of fields"),
        (f"{YATZY}{OPTION}default = false", "options.quick.when", r"\[options.quick.when.on\]"),
        (f"{YATZY}{OPTION}[options.quick.when.on]\nrolls = 2", "options.quick.default", "missing"),
        (f"{YATZY}{OPTION}default = 3\n[options.quick.when.on]\nrolls = 2", "options.quick.default", "It is 3"),
        (f"{YATZY}{OPTION}default = false\n[options.quick.when.on]\nrols = 2", "options.quick.when.on.rols", "rolls"),
        (
            f"{YATZY}{OPTION}default = false\n[options.quick.when.on]\nrolls = 22",
            "options.quick.when.on.rolls",
            "1 to 10",
        ),
        (
            f'{YATZY}{OPTION}default = "no"\n[options.quick.when.YES]\nrolls = 2',
            "options.quick.when.YES",
            "not a valid choice",
        ),
        (
            f'{YATZY}{OPTION}default = "no"\nchoices = ["no", "maybe"]\n[options.quick.when.yes]\nrolls = 2',
            "options.quick.choices",
            "Missing from the list: yes",
        ),
        (
            f'{YATZY}[options."Quick!"]\ntitle = "Q"\nexplanation = "Q."\ndefault = false\n'
            '[options."Quick!".when.on]\nrolls = 2',
            "options.Quick!",
            "is not a valid id",
        ),
    ],
)
def test_a_fault_is_told_at_its_field(text: str, field: str, says: str) -> None:
    found = faults(text)
    assert list(found) == [field]
    assert re.search(says, found[field], re.DOTALL), found[field]


def test_options_that_can_be_chosen_in_too_many_ways_are_refused() -> None:
    options = "".join(
        OPTION.replace("quick", f"q{number}") + f"default = false\n[options.q{number}.when.on]\nrolls = 2\n"
        for number in range(7)
    )
    assert faults(YATZY + options) == {"options": "These options combine in 128 ways. Use fewer, for at most 64 ways."}


def test_options_must_fit_together() -> None:
    text = (
        f"{YATZY}{OPTION}default = false\n[options.quick.when.on]\nremove = ['pair']\n"
        f"{OPTION.replace('quick', 'short')}default = false\n[options.short.when.on]\nremove = ['pair']\n"
    )
    found = faults(text)
    assert list(found) == ["options.short.when.on.remove"]
    assert "no box 'pair'" in found["options.short.when.on.remove"]


def test_all_faults_are_told_at_once() -> None:
    found = faults(
        'id = "yatzy"\nbased-on = "yatzy"\nrolls = "two"\nremove = ["pear"]\ncolour = "red"\n'
        f"[[boxes]]\nid = \"chance\"\npoints = -1\n{BOX}figure = {{ run = 9 }}\nsum = 'all'\n"
        f'[[bonuses]]\nid = "upper"\nat = "high"\n[[worth]]\nkind = "waits"\nbox = "chance"\n'
        "[options]\nhigher-counts-lower = 'perhaps'\n"
    )
    assert sorted(found) == [
        "bonuses[1].at",
        "boxes[1].points",
        "boxes[2].figure.run",
        "colour",
        "id",
        "options.higher-counts-lower",
        "remove",
        "rolls",
        "title",
        "worth[1].until",
    ]
