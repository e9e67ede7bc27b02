"""A game that does not keep the contract is refused, with a line that says what to write."""

import importlib

import pytest

from quarterdeck.engine.errors import BrokenContract, BrokenGame
from quarterdeck.engine.match import Match

from .variants import copied, hideout

SEE_IT_ALL = ("row: int = judged(i1", "row: int = everyone(i1")
"""Without judged fields Hideout needs no `conceal`."""
POLICY = "from quarterdeck.engine.rule import rule\n\n\n@rule\ndef {}:\n    return actions[0]\n"
FORESEE = ("def label(", "def {}:\n    return []\n\n\ndef label(")


def added(hook: str, before: str = "def deal(") -> list[tuple[str, str]]:
    return [(f"@rule\n{before}", f"def {hook}:\n    return ''\n\n\n@rule\n{before}")]


BROKEN = {
    "conceal misspelt": (
        "rules.py: conceel looks like a misspelt conceal: write def conceal(s, seat)",
        {"rules.py": [("def conceal(", "def conceel(")]},
    ),
    "conceal misspelt where no field needs it": (
        "rules.py: Conceal looks like a misspelt conceal: write def conceal(s, seat)",
        {"rules.py": [("def conceal(", "def Conceal(")], "state.py": [SEE_IT_ALL]},
    ),
    "foresee misspelt": (
        "scene.py: forsee looks like a misspelt foresee: write def foresee(view, action)",
        {"scene.py": [(FORESEE[0], FORESEE[1].format("forsee(view, action)"))]},
    ),
    "refuse misspelt": (
        "rules.py: refuses looks like a misspelt refuse: write def refuse(options)",
        {"rules.py": added("refuses(options)")},
    ),
    "migrate misspelt": (
        "rules.py: migarte looks like a misspelt migrate: write def migrate(record)",
        {"rules.py": added("migarte(record)")},
    ),
    "prefer misspelt": (
        "policy.py: perfer looks like a misspelt prefer: write def prefer(s, actions, count, dice)",
        {"policy.py": POLICY.format("perfer(s, actions, count, dice)")},
    ),
    "numbers of simulations misspelt": (
        "policy.py: SIMULATION looks like a misspelt SIMULATIONS: write SIMULATIONS = ...",
        {"policy.py": "SIMULATION = {'cadet': 3}\n"},
    ),
    "a level misspelt": (
        "policy.py: SIMULATIONS must be a dict of numbers for any of cadet, mate, captain, admiral",
        {"policy.py": "SIMULATIONS = {'captian': 3}\n"},
    ),
    "a required function missing": (
        "rules.py: deal is missing: write def deal(s)",
        {"rules.py": [("def deal(", "def begin(")]},
    ),
    "a function in the wrong module": (
        "rules.py: refuse belongs here, not in hideout/state.py",
        {"state.py": [("@state(", "def refuse(options):\n    return ''\n\n\n@state(")]},
    ),
    "a policy in the rules": (
        "policy.py: prefer belongs here, not in hideout/rules.py",
        {"rules.py": added("prefer(s, actions, count, dice)")},
    ),
    "too few parameters": (
        "scene.py: label(view) has other parameters: write def label(view, action)",
        {"scene.py": [("def label(view: st.State, action: int)", "def label(view: st.State)")]},
    ),
    "too many parameters": (
        "rules.py: legal(s, actions, seat) has other parameters: write def legal(s, actions)",
        {"rules.py": [("def legal(s: State, actions: Row)", "def legal(s, actions, seat)")]},
    ),
    "parameters the other way round": (
        "belief.py: allows(s, seat, view) has other parameters: write def allows(view, seat, s)",
        {
            "belief.py": [
                (
                    "def allows(view: State, seat: int, s: State)",
                    "def allows(s: State, seat: int, view: State)",
                )
            ]
        },
    ),
    "something that is no function": (
        "scene.py: tell is not a function: write def tell(view, event)",
        {"scene.py": [("def tell(", "tell = 'nothing'\n\n\ndef told(")]},
    ),
    "a judged field without conceal": (
        "rules.py: everybody would see row: write def conceal(s, seat)",
        {"rules.py": [("def conceal(", "def _hide_row(")]},
    ),
    "no numbers to observe": (
        "rules.py: OBSERVATION must be an Observation() with parts",
        {"rules.py": [('BURNT = OBSERVATION.part("burnt", st.HUTS)', "OBSERVATION = BURNT = 8")]},
    ),
    "one name of an event that is no tuple": (
        "state.py: EVENTS must be a tuple of the events' names",
        {"state.py": [('EVENTS = ("burnt", "hidden", "guessed")', 'EVENTS = "burnt"')]},
    ),
    "no actions": (
        "state.py: ACTIONS must be Actions() with verbs",
        {"state.py": [("EVENTS =", "ACTIONS = ('row', 'column')\nEVENTS =")]},
    ),
    "a state without its decorator": (
        "state.py: State must be a class made by @state(events=...) from Header",
        {"state.py": [("@state(events=3)\n", "")]},
    ),
    "a field without an audience": (
        "state.py cannot be imported: TypeError: State.burnt has no audience: write",
        {"state.py": [("burnt: int = everyone(i1)", "burnt: int")]},
    ),
    "a module missing": (
        "belief.py is missing",
        {"belief.py": None},
    ),
    "more seats than events can be told to": (
        "__init__.py: write seats=(fewest, most), from 1 to 7, not (2, 9)",
        {"__init__.py": [("seats=(2, 2)", "seats=(2, 9)")]},
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_contract_is_refused_with_what_to_write(fault, tmp_path):
    line, changes = BROKEN[fault]
    with pytest.raises(BrokenContract) as refusal:
        hideout(tmp_path, changes)
    (found,) = refusal.value.faults
    package, _, rest = found.partition("/")
    assert rest.replace(f"{package}/", "hideout/").startswith(line)


def test_a_game_with_a_broken_scene_can_still_be_listed(tmp_path, monkeypatch):
    """Listing looks at the state alone."""
    name = copied(tmp_path, {"scene.py": [("def ending(", "def end(")]})
    monkeypatch.syspath_prepend(str(tmp_path))
    game = importlib.import_module(name).GAME
    game.check("state", "rules")
    assert game.actions.count > 0
    for modules in ((), ("scene",)):
        with pytest.raises(BrokenContract, match="ending is missing"):
            game.check(*modules)


def test_every_fault_gets_its_line(tmp_path):
    changes = {
        "rules.py": [("def deal(", "def begin("), ("OBSERVATION", "OBSERVATIONS")],
        "scene.py": [("def ending(", "def end(")],
    }
    with pytest.raises(BrokenGame) as refusal:
        hideout(tmp_path, changes)
    refused = str(refusal.value)
    assert refused.startswith("Hideout does not keep the contract of a game:\n  hideout_")
    assert [line.split(" ")[3] for line in refused.splitlines()[1:]] == [
        "OBSERVATION",
        "deal",
        "ending",
    ]


def test_helpers_and_further_parameters_are_no_faults(tmp_path):
    """Names near a hook's, in the wrong number of parameters, private, or in another place."""
    changes = {
        "rules.py": added("refused(seat, options)") + added("_migrates(record)", "def act("),
        "scene.py": [
            ("def label(view: st.State, action: int)", "def label(view, action, short=False)"),
            ("def hut_name(", "def kinds(view):\n    return []\n\n\ndef hut_name("),
        ],
        "belief.py": [
            ("@rule\ndef imagine", "def kind(s, seat):\n    pass\n\n\n@rule\ndef imagine")
        ],
    }
    game = hideout(tmp_path, changes)
    assert Match(game, seed=1, compiled=False).scene(0).actions[0].label == "The upper row"


def test_what_a_game_leaves_out_stands_at_its_default(tmp_path):
    game = hideout(tmp_path)
    assert game.hooks.rules.migrate is None
    assert game.hooks.scene.foresee is None
    assert game.hooks.policy.SIMULATIONS == {}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seats=(2, 2)", "seats=(0, 2)", "write seats=(fewest, most), from 1 to 7, not (0, 2)."),
        ("seats=(2, 2)", "seats=(3, 2)", "write seats=(fewest, most), from 1 to 7, not (3, 2)."),
        ("seats=(2, 2)", "seats=(2, 8)", "write seats=(fewest, most), from 1 to 7, not (2, 8)."),
        ("seats=(2, 2)", "seats=(1, 7)", None),
        ("bound=", "bound=1 + 0 * ", None),
        ("bound=", "bound=0 * ", "bound must be above 0, not 0: no game takes more decisions."),
    ],
)
def test_the_data_of_a_game_must_make_sense(tmp_path, old, new, said):
    changes = {"__init__.py": [(old, new)]}
    if said is None:
        hideout(tmp_path, changes)
        return
    with pytest.raises(BrokenContract) as refusal:
        hideout(tmp_path, changes)
    assert [fault.partition(": ")[2] for fault in refusal.value.faults] == [said]


@pytest.mark.parametrize(
    "policy",
    [
        "SEARCH = {'explore': 'much'}\n",
        "SEARCH = [0.5]\n",
        "SIMULATIONS = ['cadet']\n",
        "SIMULATIONS = {'cadet': 'few'}\n",
        "HABITS = {'captian': 3}\n",
    ],
)
def test_a_policy_s_tables_are_checked(tmp_path, policy):
    said = r"policy.py: (SEARCH|SIMULATIONS|HABITS) must be a dict of"
    with pytest.raises(BrokenContract, match=said):
        hideout(tmp_path, {"policy.py": policy})


@pytest.mark.parametrize("policy", ["NETWORK_SIMULATIONS = -1\n", "SLACK = 0\n"])
def test_a_policy_s_numbers_are_checked(tmp_path, policy):
    with pytest.raises(
        BrokenContract, match=r"policy.py: (NETWORK_SIM\w+|SLACK) must be a .*number"
    ):
        hideout(tmp_path, {"policy.py": policy})


def test_a_policy_s_tables_may_say_anything_sensible(tmp_path):
    tables = "SEARCH = {'explore': 0.5, 'sight': 3}\nSIMULATIONS = {'cadet': 3, 'admiral': 9}\n"
    policy = hideout(tmp_path, {"policy.py": tables}).hooks.policy
    assert policy.SEARCH == {"explore": 0.5, "sight": 3}
    assert policy.SIMULATIONS == {"cadet": 3, "admiral": 9}
