#!/usr/bin/env python3
"""Recomputes worked figures of calls and of interest, with the standard library only.

    python3 worked-figures.py worked-figures.json

The file has a list of cases, each with the inputs of a call or of an interest payment and with the
figures that follow. The program computes these in exact fractions, and prints what differs. It
exits with 0 if nothing does.
"""

import json
import sys
from datetime import date
from fractions import Fraction

CENT = Fraction(1, 100)
PRICE_STEP = Fraction(1, 10**20)


def rounded_up(value, unit):
    return -((-value) // unit) * unit


def rounded_down(value, unit):
    return value // unit * unit


def call_figures(given):
    number = lambda name: Fraction(given.get(name, "0"))
    asset = number("asset_quantity") * number("asset_price")
    percent = Fraction(100) if "haircut" in given else number("requirement_percent")
    required = max(Fraction(0), asset * percent / 100 - number("threshold_usd"))
    price = number("collateral_price") * (1 - number("haircut"))
    held = number("collateral_quantity")
    free = held - number("returns_in_transit") - number("disputed_quantity")
    credited = free + number("deliveries_in_transit")
    shortfall = required - credited * price
    coverage = held * number("collateral_price")
    figures = {
        "m2m_notional_usd": rounded_down(abs(shortfall), CENT),
        "direction": "TopUp" if shortfall > 0 else "Release" if shortfall < 0 else "None",
        "ccr_percent": rounded_down(100 * coverage / asset, CENT),
    }
    if shortfall > 0:
        side, level = "top_up", "top_up_percent"
        amount = rounded_up(shortfall / price, number("lot_top_up"))
        is_blocked = level in given and coverage * 100 > asset * number(level)
        limits = []
        if credited > 0:
            least = required - number("minimum_notional_top_up_usd")
            limits.append(least / credited / (1 - number("haircut")))
        if level in given and held > 0:
            limits.append(asset * number(level) / 100 / held)
        if limits:
            figures["trigger_collateral_price"] = rounded_down(min(limits), PRICE_STEP)
    else:
        side, level = "release", "release_percent"
        most = min(-shortfall / price, max(Fraction(0), free))
        amount = rounded_down(most, number("lot_release"))
        is_blocked = level in given and coverage * 100 < asset * number(level)
    minimum = number(f"minimum_notional_{side}_usd")
    reasons = {
        "BELOW_MINIMUM_NOTIONAL": figures["m2m_notional_usd"] < minimum,
        "ROUNDS_TO_ZERO": amount == 0,
        "ABOVE_MARGIN_CALL_LEVEL": is_blocked and side == "top_up",
        "BELOW_RELEASE_LEVEL": is_blocked and side == "release",
    }
    figures["m2m_collateral_amount"] = amount
    figures["reasons"] = [code for code, applies in reasons.items() if applies]
    return figures


def interest_figures(given):
    days = lambda period: date.fromisoformat(period["to"]) - date.fromisoformat(period["from"])
    accrued = sum(
        Fraction(period["quantity"]) * Fraction(period["rate_percent"]) * days(period).days
        for period in given["periods"]
    )
    year = {"ACT/360": 360, "ACT/365": 365}[given["day_count"]]
    payable = rounded_up(accrued / 100 / year, Fraction(given["unit"]))
    return {"due": max(Fraction(0), payable - Fraction(given["paid"]))}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    found = 0
    for case in cases:
        of_call = "call" in case
        computed = call_figures(case["call"]) if of_call else interest_figures(case["interest"])
        for name, figure in case["figures"].items():
            value = computed.get(name)
            expected = Fraction(figure) if isinstance(value, Fraction) else figure
            if value != expected:
                print(f"{case['name']}: {name} is {value}, not {figure}")
                found += 1
    print("recomputed: equal" if found == 0 else f"differences: {found}")
    return 0 if found == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
