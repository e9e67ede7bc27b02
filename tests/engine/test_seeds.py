"""Seeds: the same for ever, since records and contests live by them."""

import numpy as np
import pytest

from quarterdeck.engine.fairness import commitment
from quarterdeck.engine.seeds import generator, generators, secret


def test_a_number_is_a_secret_of_32_bytes():
    assert secret(258) == bytes(30) + b"\x01\x02"
    assert secret(bytes(range(32))) == bytes(range(32))
    assert len(secret()) == 32
    assert secret() != secret()
    for wrong in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="a seed has 32 bytes"):
            secret(wrong)


def test_a_secret_s_generator_and_commitment_never_change():
    assert generator(bytes(32)) == [4005716728, 3165298039, 343029433, 2744691737]
    assert (
        commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )


def test_the_generators_of_a_batch_never_change_and_none_is_like_another():
    many = generators(7, 500)
    assert many[:2].tolist() == [
        [1674306020, 1496452567, 72105175, 4097599004],
        [3868737664, 3132172802, 2503666544, 1732127179],
    ]
    assert np.array_equal(generators(7, 3), many[:3]), "however many are made"
    assert len({tuple(one) for one in [*many.tolist(), *generators(8, 500).tolist()]}) > 990
    assert many.dtype == np.int64
    assert many.min() >= 0
    assert 2**31 < many.max() < 2**32
    assert np.array_equal(generators(7 + 2**64, 1), generators(7, 1))
