"""Settings from options, from the environment and from a file, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.server.settings import BadSetting, Settings, settings_from


def test_options_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "quarterdeck.toml"
    file.write_text('port = 1\nbot_seconds = 1\nhost_names = ["a.example", "b.example"]\n')
    environment = {"QUARTERDECK_PORT": "2", "QUARTERDECK_REQUESTS": "5, 0.5", "PORT": "9"}
    environment["QUARTERDECK_PROXIES"] = "10.0.0.1,192.168.0.0/16"
    found = settings_from({"host": "0.0.0.0"}, environment, file)
    assert (found.host, found.port, found.bot_seconds) == ("0.0.0.0", 2, 1.0)
    assert found.host_names == ("a.example", "b.example")
    assert found.proxies == ("10.0.0.1", "192.168.0.0/16")
    assert found.requests == (5, 0.5)
    assert settings_from({"port": 3}, environment, file).port == 3
    assert settings_from({}, {}) == Settings()


def test_every_setting_can_be_set_in_the_environment() -> None:
    def text(value: object) -> str:
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

    usual = Settings()
    fields = Settings.__struct_fields__
    environment = {f"QUARTERDECK_{name.upper()}": text(getattr(usual, name)) for name in fields}
    assert settings_from({}, environment) == usual
    assert settings_from({}, {"QUARTERDECK_COMPRESS_SOCKETS": "true"}).compress_sockets


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        (
            {"QUARTERDECK_BOT_SECNDS": "1"},
            "there is no setting bot_secnds; did you mean bot_seconds",
        ),
        (
            {"QUARTERDECK_BOT_SECONDS": "fast"},
            "QUARTERDECK_BOT_SECONDS: bot_seconds cannot be 'fast'",
        ),
        ({"QUARTERDECK_BOT_SECONDS": "-1"}, ">= 0"),
        ({"QUARTERDECK_BOT_WORKERS": "0"}, ">= 1"),
        ({"QUARTERDECK_REQUESTS": "5"}, "length 2"),
        ({"QUARTERDECK_PROXIES": "nginx"}, "does not appear to be an IPv4 or IPv6 network"),
        ({"QUARTERDECK_PATH": "games/"}, "matching regex"),
        ({"QUARTERDECK_PORT": "99999"}, "<= 65535"),
    ],
)
def test_a_wrong_variable_is_told_in_a_sentence(environment: dict[str, str], says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        settings_from({}, environment)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 80", "q.toml: there is no setting prot; did you mean port?"),
        ('port = "http"', "port cannot be 'http'"),
        ("port = ", "is not TOML"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_wrong_file_is_told_in_a_sentence(tmp_path: Path, text: str | None, says: str) -> None:
    file = tmp_path / "q.toml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(BadSetting) as refused:
        settings_from({}, {}, file)
    assert says in str(refused.value)


def test_a_wrong_option_is_called_by_the_name_it_was_given_by() -> None:
    with pytest.raises(BadSetting, match="^--proxy: "):
        settings_from({"proxies": ["nginx"]}, {})
