from models.training.reliability import diagram, reliability


def test_confidence_is_held_against_what_was_right() -> None:
    answers = [(0.4, False), (0.92, True), (0.94, False), (0.93, True), (1.0, True)]

    assert reliability(answers) == [
        {"from": 0.0, "to": 0.5, "dice": 1, "confidence": 0.4, "right": 0.0},
        {"from": 0.9, "to": 0.95, "dice": 3, "confidence": 0.93, "right": 0.6667},
        {"from": 0.99, "to": 1.0, "dice": 1, "confidence": 1.0, "right": 1.0},
    ]


def test_the_diagram_has_a_bar_for_each_range() -> None:
    *_, last = diagram(reliability([(0.85, True), (0.85, True), (0.85, True), (0.85, False)])).splitlines()

    assert last == "| 80% to 90% | 4 | 85.0% | 75.0% | `###############.....` |"


def test_no_answers_have_an_empty_diagram() -> None:
    assert len(diagram(reliability([])).splitlines()) == 2
