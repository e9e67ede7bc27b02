"""More than two at a table: resigning, auto-pass, hints, analysis."""

from __future__ import annotations

from .serving import BOT, ME, Guest, play_out

CADET = {"kind": "bot", "bot": "cadet"}


def test_who_resigns_among_three_is_stood_in_for_and_the_others_play_on(ann: Guest) -> None:
    made = ann.begin(ME, BOT, BOT, game="pocket_sub")
    seat = ann.sit(made["id"], 0)
    while not seat.to_act:
        seat.read_state()
    seat.send(type="resign")
    seat.read_state()
    assert seat.state["scene"]["prompt"].startswith("You resigned")
    assert not seat.actions()
    assert seat.state["people"][0]["kind"] == "bot"
    seat.send(type="act", action=seat.state["scene"]["turn"])
    assert "a bot plays your seat" in next(
        m for m in iter(seat.answer, None) if m["type"] == "refused"
    )["message"]  # fmt: skip
    while not seat.over:
        seat.read_state()
    assert sum("resign" in line["text"] for line in seat.log) == 1


def test_with_auto_pass_a_seat_is_asked_only_what_concerns_it(ann: Guest) -> None:
    made = ann.begin(ME, BOT, BOT, game="zerpang")
    seat = ann.sit(made["id"], 0)
    seat.send(type="auto_pass", on=True)
    asked = passed = 0
    while asked < 40 or passed < 3:
        if seat.to_act and not seat.state["idle"]:
            asked += 1
            concerns = seat.state["scene"].get("concerns", True)
            assert concerns or "decline" not in seat.state["scene"] or asked == 1
            seat.act(seat.actions()[-1]["id"])
        else:  # somebody else's question, or one that is answered for the seat
            passed += seat.to_act
            seat.read_state()
    assert seat.state["auto_pass"]


def test_a_hint_names_the_two_best_actions_and_only_against_bots(ann: Guest, bob: Guest) -> None:
    seat = ann.sit(ann.begin(ME, CADET)["id"], 0)
    while not (seat.to_act and len(seat.actions()) > 2):
        seat.act(seat.actions()[0]["id"]) if seat.to_act else seat.read_state()
    key = seat.send(type="hint")
    hint = seat.answer()
    assert hint["type"] == "hinted", hint
    assert hint["key"] == key
    legal = {action["id"]: action["label"] for action in seat.actions()}
    assert [legal[option["action"]] for option in hint["options"]] == [
        option["label"] for option in hint["options"]
    ]
    assert len(hint["options"]) == 2
    assert all(0 <= option["expected"] <= 1 for option in hint["options"])

    made = ann.begin(ME, {"kind": "friend"})
    bob.join(made["id"], made["seats"][1]["invite"])
    seat = ann.sit(made["id"], 0)
    seat.send(type="hint")
    assert "another person sits at this table" in seat.answer()["message"]


def test_a_finished_game_can_be_analysed_from_any_seat_s_point_of_view(ann: Guest) -> None:
    made = ann.begin(ME, BOT, game="pocket_sub")
    link = f"/api/matches/{made['id']}/analysis"
    assert ann.http.get(link, params={"seat": 0}).status_code == 403
    seat = ann.sit(made["id"], 0)
    play_out(seat)
    assert ann.http.get(link, params={"seat": 5}).status_code == 400
    for eyes in (0, 1):
        answer = ann.http.get(link, params={"seat": eyes}, timeout=60)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert found["seat"] == eyes
        assert found["turns"]
        assert all(0 <= turn["expected"] <= 1 for turn in found["turns"])
        assert all(1 <= len(turn["options"]) <= 2 for turn in found["turns"])
        assert len(found["moments"]) <= 3
        chances = [turn["expected"] for turn in found["turns"]] + [found["result"]]
        for moment in found["moments"]:
            assert moment["before"] == chances[moment["at"]]
            assert moment["after"] == chances[moment["at"] + 1]


def test_the_analysis_blames_no_turn_for_a_resignation(ann: Guest) -> None:
    made = ann.begin(ME, BOT, game="pocket_sub")
    seat = ann.sit(made["id"], 0)
    decisions = 0
    while decisions < 8:
        if seat.to_act:
            decisions += 1
            seat.act(seat.actions()[0]["id"])
        else:
            seat.read_state()
    seat.send(type="resign")
    while not seat.over:
        seat.read_state()
    for eyes in (0, 1):
        found = ann.http.get(f"/api/matches/{made['id']}/analysis", params={"seat": eyes}).json()
        assert found["turns"]
        assert found["result"] is None
        assert all(moment["at"] + 1 < len(found["turns"]) for moment in found["moments"])
