from unonet import pace
from unonet.pace import Budget, Budgets


def test_a_budget_gives_its_burst_and_then_its_rate() -> None:
    budget = Budget(2, 3, 0.0)
    assert [budget.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [budget.take(0.5) for _ in range(2)] == [True, False]
    assert [budget.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_what_is_spent_beyond_it_is_owed_in_seconds() -> None:
    budget = Budget(10, 20, 0.0)
    assert budget.spend(20, 0.0) == 0.0
    assert budget.spend(5, 0.0) == 0.5
    assert budget.spend(5, 0.5) == 0.5
    assert not budget.take(0.9)
    assert budget.take(1.1)


def test_budgets_are_apart_and_forget_the_longest_silent() -> None:
    budgets: Budgets[str] = Budgets(2, 2)
    assert [budgets.take("a", 0.0) for _ in range(3)] == [True, True, False]
    assert [budgets.take("a", 0.5) for _ in range(2)] == [True, False]
    assert budgets.take("b", 0.5)
    for number in range(1000):
        budgets.take(str(number), 0.5)
    assert len(budgets._of) == pace.MAX_KEYS
    assert budgets.take("a", 0.5)
