from live_demo.numerals import fixed, share, short


def test_true_minus_and_no_negative_zero() -> None:
    assert fixed(-1.378) == "−1.38"
    assert fixed(-0.004) == "0.00"
    assert fixed(float("nan")) == "NaN"
    assert (fixed(float("inf")), fixed(float("-inf"))) == ("∞", "−∞")


def test_a_share_below_half_its_last_digit_is_not_zero() -> None:
    # look: `<0.01` in cells, `<0.001` in tables; softmax gives neither 0 nor 1
    assert share(0.00499) == "<0.01"
    assert share(0.00501) == "0.01"
    assert share(0.000499, 3) == "<0.001"
    assert share(0.9951) == ">0.99"
    assert share(0.9949) == "0.99"
    # exact ends do occur: excluded keys, a single key
    assert (share(0.0), share(1.0)) == ("0", "1")


def test_style_numbers_are_ascii_and_short() -> None:
    assert [short(v) for v in (0.63957, -0.5, 2.0, -1e-9)] == ["0.6396", "-0.5", "2", "0"]


def test_noise_in_the_last_bits_changes_no_digit() -> None:
    # a true half, and what other orders of summation make of it
    for half in (0.125, 0.02745, -1.005, 2.675):
        near = [half * (1 + k * 2e-16) for k in (-8, -1, 0, 1, 8)]
        assert len({fixed(x) for x in near}) == len({fixed(x, 4) for x in near}) == 1
        assert len({short(x) for x in near}) == len({short(x, 2) for x in near}) == 1
