#!/usr/bin/env python3
"""Recomputes the statement of a close-out, in exact fractions and with the standard library only.

    python3 verify-close-out.py statement.json

The file, or else the standard input, has a statement, or an object with a member `statement`, such
as an answer of previewCloseOut or a CloseOut, or a list of these. The program takes the inputs and
the interest periods of its calculation, computes every step and every member again, and prints what
differs. It exits with 0 if nothing does.
"""

import json
import sys
from datetime import date
from fractions import Fraction

ZERO = Fraction(0)
CENT = Fraction(1, 100)
BASIS = {"ACT/360": 36_000, "ACT/365": 36_500}


def rounded_up(value, unit):
    return -((-value) // unit) * unit


def rounded_down(value, unit):
    return value // unit * unit


class CloseOut:
    """The figures of a close-out, computed from the inputs of its statement."""

    def __init__(self, calculation):
        self.text = {entry["name"]: entry["value"] for entry in calculation["inputs"]}
        self.unit = {entry["name"]: entry["unit"] for entry in calculation["inputs"]}
        self.steps = {}
        self.lender = self.text["in_default"] == "lender"
        self.factor = 1 - self.number("close_out_discount")
        self.quantity = self.number("asset_quantity")
        self.price = self.number("asset_price")
        self.collateral = list(self.read_collateral())
        self.owed = self.interest(calculation["interest_periods"])
        to_requirement = {"true": True, "false": False}[self.text["to_requirement"]]
        self.part = self.in_part() if to_requirement else None
        if self.part is not None:
            self.step("discharged_quantity", self.part)
        self.claim = self.step("claim", self.claimed())
        self.kept = list(self.keep())
        self.back, self.back_interest, self.discharged = self.rest()
        covered = sum((kept * net for kept, net in self.kept), ZERO)
        self.overshoot = self.step("overshoot", max(ZERO, covered - self.claim))
        self.residual = rounded_down(max(ZERO, self.claim - covered), CENT)
        self.step("residual_claim", self.residual)

    def number(self, name):
        return Fraction(self.text[name]) if name in self.text else None

    def step(self, name, value):
        self.steps[name] = value
        return value

    def read_collateral(self):
        """Of each collateral: the end of its names, quantity, price and smallest unit."""
        index = 1
        suffix = ""
        while "collateral_quantity" + suffix in self.text:
            names = ("quantity", "price", "unit")
            yield (suffix, *(self.number(f"collateral_{name}{suffix}") for name in names))
            index += 1
            suffix = f"_{index}"

    def interest(self, periods):
        days = lambda period: date.fromisoformat(period["to"]) - date.fromisoformat(period["from"])
        numerator = sum(
            (
                Fraction(period["quantity"]) * Fraction(period["rate_percent"]) * days(period).days
                for period in periods
            ),
            ZERO,
        )
        accrued = numerator / BASIS[self.text["day_count"]]
        accrued = self.step("interest_accrued", rounded_up(accrued, self.number("asset_unit")))
        less_paid = accrued - self.number("interest_paid")
        self.step("interest_accrued_less_paid", less_paid)
        return self.step("interest_owed", max(ZERO, less_paid))

    def in_part(self):
        """What is discharged to restore the requirement; None if that is not possible."""
        agreed = self.number("haircut")
        haircut = 1 - (agreed if agreed is not None else ZERO)
        percent = Fraction(100) if agreed is not None else self.number("requirement_percent")
        value = self.quantity * (self.price or ZERO)
        less_threshold = value * percent / 100 - self.number("threshold_usd")
        self.required_percent = self.step("required_percent", percent)
        self.step("haircut_factor", haircut)
        self.step("requirement_less_threshold", less_threshold)
        self.step("required", max(ZERO, less_threshold))
        (_, held, price, unit), *others = self.collateral
        if others or price is None or self.price is None:
            return None
        self.credited_price = price * haircut
        shortfall = max(ZERO, less_threshold) - held * self.credited_price
        restored = percent / 100 - haircut / self.factor
        self.step("credited_price", self.credited_price)
        self.step("credited", held * self.credited_price)
        self.step("shortfall", shortfall)
        self.step("restored_fraction", restored)
        if shortfall <= 0 or restored <= 0:
            return None
        discharged = (shortfall + unit * self.credited_price) / (self.price * restored)
        discharged = self.step(
            "part_discharged", rounded_up(discharged, self.number("asset_unit"))
        )
        kept = rounded_up(discharged * self.price / (price * self.factor), unit)
        self.step("part_kept", kept)
        return discharged if discharged < self.quantity and kept <= held else None

    def claimed(self):
        if self.part is not None:
            return self.part * self.price
        if self.lender:
            return sum((held * price for _, held, price, _ in self.collateral if held), ZERO)
        owed = self.quantity + self.owed
        return owed * self.price if owed else ZERO

    def held(self):
        if not self.lender:
            return self.collateral
        return [("", self.quantity + self.owed, self.price, self.number("asset_unit"))]

    def keep(self):
        """What is kept of each asset, with its price less the discount."""
        left = self.claim
        for index, (suffix, held, price, unit) in enumerate(self.held()):
            if price is None:
                yield self.step("kept_quantity" + suffix, ZERO), ZERO
                continue
            net = self.step("net_price" + suffix, price * self.factor)
            if index > 0:
                self.step("claim_left" + suffix, left)
            kept = self.step("kept_quantity" + suffix, min(held, rounded_up(left / net, unit)))
            left = max(ZERO, left - kept * net)
            yield kept, net

    def rest(self):
        """What goes back of each asset and of the interest, and what is discharged."""
        held = [quantity for _, quantity, _, _ in self.held()]
        rest = [quantity - kept for quantity, (kept, _) in zip(held, self.kept)]
        if self.part is not None:
            self.after(rest[0])
            return [ZERO], ZERO, self.part
        if not self.lender:
            for (suffix, *_), back in zip(self.collateral, rest):
                self.step("back_quantity" + suffix, back)
            return rest, ZERO, self.step("discharged_quantity", self.quantity)
        back = self.step("back", rest[0])
        as_asset = self.step("back_quantity", min(back, self.quantity))
        self.step("back_interest", back - as_asset)
        self.step("discharged_quantity", self.quantity - as_asset)
        return [as_asset], back - as_asset, self.quantity - as_asset

    def after(self, collateral):
        asset = self.step("asset_after", self.quantity - self.part)
        self.step("collateral_after", collateral)
        required = asset * self.price * self.required_percent / 100
        required = self.step(
            "required_after", max(ZERO, required - self.number("threshold_usd"))
        )
        credited = self.step("credited_after", collateral * self.credited_price)
        self.step("excess_after", credited - required)

    def members(self):
        """Every member of the statement but its calculation. Figures are fractions."""
        kept_assets = (
            [self.unit["asset_quantity"]]
            if self.lender
            else [self.unit["collateral_quantity" + suffix] for suffix, *_ in self.collateral]
        )
        return {
            "in_default": self.text["in_default"],
            "scope": "full" if self.part is None else "to_requirement",
            "provisional": self.text["provisional"] == "true",
            "lender_id": self.text["lender"],
            "borrower_id": self.text["borrower"],
            "asset": self.unit["asset_quantity"],
            "asset_quantity": self.quantity,
            "asset_price_usd": self.price,
            "interest_owed": self.owed,
            "collateral": [
                {
                    "asset": self.unit["collateral_quantity" + suffix],
                    "quantity": held,
                    "price_usd": price,
                }
                for suffix, held, price, _ in self.collateral
            ],
            "discount": self.number("close_out_discount"),
            "price_source": self.text["price_source"],
            "price_time": self.text["price_time"],
            "claim_usd": self.claim,
            "kept": [
                {"asset": asset, "kept_quantity": kept, "back_quantity": back}
                for asset, (kept, _), back in zip(kept_assets, self.kept, self.back)
            ],
            "overshoot_usd": self.overshoot,
            "back_interest": self.back_interest,
            "discharged_quantity": self.discharged,
            "residual_claim_usd": self.residual,
        }


def differences(place, expected, actual):
    if isinstance(expected, dict):
        for name in actual.keys() - expected.keys():
            yield f"{place}.{name}: nothing expected, not {actual[name]}"
        for name, value in expected.items():
            yield from differences(f"{place}.{name}", value, actual.get(name))
    elif isinstance(expected, list):
        if len(expected) != len(actual):
            yield f"{place}: {len(expected)} elements expected, not {len(actual)}"
        for index, (value, other) in enumerate(zip(expected, actual)):
            yield from differences(f"{place}.{index}", value, other)
    elif isinstance(expected, Fraction):
        if actual is None or Fraction(actual) != expected:
            yield f"{place}: {expected} expected, not {actual}"
    elif expected != actual:
        yield f"{place}: {expected} expected, not {actual}"


def step_differences(steps, computed):
    names = [entry["name"] for entry in steps]
    if names != list(computed):
        yield f"steps: {list(computed)} expected, not {names}"
        return
    for entry in steps:
        value = computed[entry["name"]]
        # A quotient without an end is cut to 60 digits, and is for reading only.
        if entry["name"] == "restored_fraction" and abs(Fraction(entry["value"]) - value) < 1e-50:
            continue
        yield from differences(f"steps.{entry['name']}", value, entry["value"])


def unit_differences(close_out):
    """The quantities that are no multiple of the smallest unit of their asset."""
    asset = ("asset_quantity", close_out.quantity, close_out.number("asset_unit"))
    collateral = [
        ("collateral_quantity" + suffix, held, unit)
        for suffix, held, _, unit in close_out.collateral
        if unit is not None
    ]
    for name, held, unit in [asset, *collateral]:
        if held % unit != 0:
            yield f"{name}: {held} is no multiple of its unit"


def worked_differences(figures, computed):
    """The figures of a worked example that no step has."""
    for name, figure in figures.items():
        if computed.get(name) != Fraction(figure):
            yield f"worked.{name}: {figure} expected, not {computed.get(name)}"


def verify(one):
    statement = dict(one.get("statement", one))
    calculation = statement.pop("calculation")
    close_out = CloseOut(calculation)
    version = {"formula_version": calculation["formula_version"]}
    yield from differences("calculation", {"formula_version": "1"}, version)
    yield from differences("statement", close_out.members(), statement)
    yield from step_differences(calculation["steps"], close_out.steps)
    yield from unit_differences(close_out)
    yield from worked_differences(one.get("worked", {}).get("steps", {}), close_out.steps)


def main():
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            claimed = json.load(file)
    else:
        claimed = json.load(sys.stdin)
    found = 0
    for one in claimed if isinstance(claimed, list) else [claimed]:
        for difference in verify(one):
            print(difference)
            found += 1
    print("recomputed: equal" if found == 0 else f"differences: {found}")
    return 0 if found == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
