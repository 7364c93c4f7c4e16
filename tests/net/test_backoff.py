from unonet.net.backoff import (
    FIRST_BACK_OFF,
    HEALTHY_SECONDS,
    MAX_BACK_OFF,
    PENANCE_SECONDS,
    BackOff,
)


def test_pauses_double_up_to_the_cap() -> None:
    back_off = BackOff()
    assert back_off.wait(0.0) == 0.0
    pauses = []
    for _ in range(6):
        back_off.failed(10.0)
        pauses.append(round(back_off.wait(10.0), 3))
    assert pauses == [FIRST_BACK_OFF, 0.2, 0.4, 0.8, MAX_BACK_OFF, MAX_BACK_OFF]


def test_only_a_healthy_link_resets_them() -> None:
    back_off = BackOff()
    for _ in range(5):
        back_off.ended(10.0, lasted=HEALTHY_SECONDS / 2)
    assert back_off.wait(10.0) == MAX_BACK_OFF
    back_off.ended(20.0, lasted=HEALTHY_SECONDS)
    assert back_off.wait(20.0) == 0.0


def test_an_offence_lasts_longer_and_ends() -> None:
    back_off = BackOff()
    back_off.offended(10.0)
    assert back_off.wait(10.0) == PENANCE_SECONDS > MAX_BACK_OFF
    assert back_off.offence(10.0 + PENANCE_SECONDS / 2)
    back_off.ended(12.0, lasted=HEALTHY_SECONDS)
    assert back_off.offence(12.0)
    assert not back_off.offence(10.0 + PENANCE_SECONDS)
