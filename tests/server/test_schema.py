"""Every operation of the interface, called with whatever its description allows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

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
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "message"}, operation.label
        elif "json" in answer.headers.get("content-type", [""])[0]:
            operation.validate_response(answer)

    call()
