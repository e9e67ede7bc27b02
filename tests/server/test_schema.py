"""Every operation of the interface, called with whatever its description allows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from quarterdeck.server.app import create_app

from .serving import serving

schemathesis = pytest.importorskip("schemathesis")


def test_no_call_is_an_error_of_ours(tmp_path: Path) -> None:
    """An answer of the kind that is described, or a refusal with a code and a sentence."""
    with serving(tmp_path / "q.db") as address:
        description = schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json")
        operations = [found.ok() for found in description.get_all_operations()]
        assert len(operations) >= 11
        for operation in operations:
            call_often(operation)


def call_often(operation: Any) -> None:
    @given(case=operation.as_strategy())
    @settings(
        max_examples=6,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def call(case: Any) -> None:
        answer = case.call(timeout=60)
        assert answer.status_code < 500, (operation.label, answer.text)
        described = operation.definition.raw["responses"]
        assert str(answer.status_code) in described, (operation.label, answer.text)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "message"}, operation.label
            codes = described[str(answer.status_code)]["description"]
            assert f"`{answer.json()['code']}`" in codes, (operation.label, answer.text)
        if "json" in answer.headers.get("content-type", [""])[0]:
            operation.validate_response(answer)

    call()


def test_every_operation_says_what_it_does_and_how_it_refuses() -> None:
    description = create_app().openapi_schema.to_schema()
    refusal = {"$ref": "#/components/schemas/Refusal"}
    operations = [
        (path, operation)
        for path, item in description["paths"].items()
        if path.startswith("/api")
        for operation in item.values()
    ]
    assert len(operations) > 30
    for path, operation in operations:
        assert operation["description"], path
        refusals = {code: one for code, one in operation["responses"].items() if code >= "400"}
        assert {"400", "421", "429", "500"} <= set(refusals), path
        for one in refusals.values():
            assert one["content"]["application/json"]["schema"] == refusal, path
        if "{" in path:
            assert "404" in refusals, path
        if "post" in description["paths"][path]:
            assert {"403", "413"} <= set(description["paths"][path]["post"]["responses"]), path
