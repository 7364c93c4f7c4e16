from __future__ import annotations

import pytest

from unonet.errors import DecodeError
from unonet.ledger.shape import (
    anything,
    array,
    binary,
    boolean,
    integer,
    maybe,
    record,
    text,
    uint,
    version,
)

point = record("point", v=version(1), x=uint(8), tags=array(maybe(text(3)), 0, 2))
pair = record("pair", uint(8), boolean)


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (uint(8), 0),
        (uint(8), 255),
        (integer(-2, 2), -2),
        (binary(2), b"ab"),
        (binary(0, 2), b""),
        (text(2), "é"),
        (boolean, False),
        (maybe(uint(8)), None),
        (maybe(uint(8)), 3),
        (array(uint(8), 1, 2), (1, 2)),
        (anything, (None, ("x",))),
        (point, (1, 7, ("abc", None))),
        (pair, (1, True)),
    ],
)
def test_a_fitting_value_comes_back_as_it_is(shape, value):
    assert shape(value, "here") is value


@pytest.mark.parametrize(
    ("shape", "value", "message"),
    [
        (uint(8), 256, "here: 256 is outside 0..255"),
        (uint(8), -1, "here: -1 is outside 0..255"),
        (uint(8), True, "here: a boolean where an integer should be"),
        (boolean, 1, "here: an integer where a boolean should be"),
        (binary(2), b"a", "here: 1 bytes where 2 fit"),
        (binary(1, 2), b"abc", "here: 3 bytes where 1 to 2 fit"),
        (binary(1), "a", "here: a string where bytes should be"),
        (text(1), "é", "here: 2 bytes of text where 0 to 1 fit"),
        (text(1), b"a", "here: bytes where a string should be"),
        (maybe(uint(8)), "", "here: a string where an integer should be"),
        (array(uint(8), 1, 2), (), "here: 0 items where 1 to 2 fit"),
        (array(uint(8), 1, 2), (1, None), "here[1]: nil where an integer should be"),
        (array(uint(8), 1, 2), 5, "here: an integer where an array should be"),
        (point, (1, 7), "here: a point has 3 fields, this one 2"),
        (point, (1, 300, ()), "here.x: 300 is outside 0..255"),
        (point, (1, 3, ("a", "long")), "here.tags[1]: 4 bytes of text where 0 to 3 fit"),
        (point, (2, 3, ()), "here.v: version 2 is not known here, only 1"),
        (point, (True, 3, ()), "here.v: a boolean where a version number should be"),
        (pair, (1, 0), "here[1]: an integer where a boolean should be"),
    ],
)
def test_a_misfit_is_named_with_its_path(shape, value, message):
    with pytest.raises(DecodeError) as caught:
        shape(value, "here")
    assert str(caught.value) == message
    assert message.startswith(caught.value.path + ": ")
