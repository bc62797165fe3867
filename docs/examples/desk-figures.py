#!/usr/bin/env python3
"""Recomputes worked figures of what a desk does every day, with the standard library only.

    python3 desk-figures.py desk-figures.json

The file has a list of cases: limits for a counterparty, collateral that a lender sends without a
call, calls across the deals of an agreement, and times to answer under calendars. Each has inputs
and the figures that follow. The program computes these in exact fractions, and prints what differs.
It exits with 0 if nothing does. It takes the figures of a call from worked-figures.py beside it.
"""

import importlib.util
import json
import sys
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

spec = importlib.util.spec_from_file_location(
    "worked_figures", Path(__file__).with_name("worked-figures.py")
)
worked = importlib.util.module_from_spec(spec)
spec.loader.exec_module(worked)

CENT = Fraction(1, 100)


def limit_figures(given):
    prices = {asset: Fraction(price) for asset, price in given["prices"].items()}
    kept = 1 - Fraction(given.get("shock", "0"))
    lent, uncovered, lent_of = Fraction(0), Fraction(0), {}
    for deal in given["deals"]:
        asset, pledge = deal["asset"], deal["collateral_asset"]
        quantity, pledged = Fraction(deal["asset_quantity"]), Fraction(deal["collateral_quantity"])
        value = quantity * prices[asset] if asset in prices else None
        pledged_value = pledged * prices[pledge] if pledge in prices else None
        owed, held = value, pledged_value
        if deal["side"] == "lender":
            lent_of[asset] = lent_of.get(asset, 0) + quantity
            lent = None if lent is None or value is None else lent + value
        else:
            owed, held = pledged_value, value
        known = uncovered is not None and owed is not None and held is not None
        uncovered = uncovered + max(Fraction(0), owed - held * kept) if known else None
    figures, exceeded = {}, []
    for name, use in (("lent", lent), ("uncovered", uncovered)):
        most = given.get(f"{name}_usd_max")
        figures[f"{name}_usd"] = None if use is None else worked.rounded_up(use, CENT)
        if most is None:
            continue
        if use is None or use > Fraction(most):
            exceeded.append(f"{name}_usd_max")
        if use is not None and Fraction(most) > 0:
            figures[f"{name}_percent"] = worked.rounded_up(100 * use / Fraction(most), CENT)
    for limit in given.get("assets", []):
        if lent_of.get(limit["asset"], 0) > Fraction(limit["lent_quantity_max"]):
            exceeded.append(f"assets.{limit['asset']}")
    return {**figures, "exceeded": exceeded}


def sending_figures(given):
    number = lambda name: Fraction(given.get(name, "0"))
    percent = Fraction(100) if "haircut" in given else number("requirement_percent")
    asset = number("asset_quantity") * number("asset_price")
    required = max(Fraction(0), asset * percent / 100 - number("threshold_usd"))
    free = number("collateral_quantity") - number("returns_in_transit")
    free = max(Fraction(0), free - number("disputed_quantity"))
    price = number("collateral_price") * (1 - number("haircut"))
    excess = max(Fraction(0), free * price - required)
    return {"most": min(free, worked.rounded_down(excess / price, number("collateral_unit")))}


def call_set_figures(given):
    rows, left_out = [], {}
    for deal in given["deals"]:
        figures = worked.call_figures(deal)
        reasons = figures["reasons"]
        if figures["direction"] != given["direction"]:
            none = figures["direction"] == "None"
            left_out[deal["position"]] = "NOTHING_DUE" if none else "OTHER_DIRECTION"
            continue
        by_sum = deal["minimum_applies_to"] == "agreement"
        blocking = [one for one in reasons if one != "BELOW_MINIMUM_NOTIONAL" or not by_sum]
        if blocking:
            left_out[deal["position"]] = blocking[0]
        else:
            rows.append((deal, figures["m2m_notional_usd"], "BELOW_MINIMUM_NOTIONAL" in reasons))
    side = "top_up" if given["direction"] == "TopUp" else "release"

    def minimum():
        if not rows:
            return Fraction(0)
        newest = max(deal["terms_version"] for deal, _, _ in rows)
        deal = next(one for one, _, _ in rows if one["terms_version"] == newest)
        return Fraction(deal[f"minimum_notional_{side}_usd"])

    total = sum((notional for _, notional, _ in rows), Fraction(0))
    if total < minimum() and any(not below for _, _, below in rows):
        for deal, _, below in rows:
            if below:
                left_out[deal["position"]] = "BELOW_MINIMUM_NOTIONAL"
        rows = [row for row in rows if not row[2]]
        total = sum((notional for _, notional, _ in rows), Fraction(0))
    order = [deal["position"] for deal in given["deals"]]
    return {
        "rows": [deal["position"] for deal, _, _ in rows],
        "left_out": [f"{one} {left_out[one]}" for one in order if one in left_out],
        "total_notional_usd": total,
        "minimum_notional_usd": minimum(),
        "can_submit": bool(rows) and total >= minimum(),
    }


def answer_figures(given):
    zone, moment = ZoneInfo(given["time_zone"]), datetime.fromisoformat
    created = moment(given["create_time"].replace("Z", "+00:00"))
    cured = created + timedelta(seconds=given["cure_time_seconds"])

    def at(day, time):
        local = datetime.combine(day, datetime.strptime(time, "%H:%M").time())
        # Of a time that clocks show twice, the later; one that they skip is the end of the gap.
        instant = local.replace(tzinfo=zone, fold=1).astimezone(timezone.utc)
        before = local.replace(tzinfo=zone, fold=0).astimezone(timezone.utc)
        if instant >= before:
            return instant
        while instant.astimezone(zone).utcoffset() == (instant - timedelta(minutes=1)).astimezone(
            zone
        ).utcoffset():
            instant += timedelta(minutes=1)
        return instant

    def is_business(day, calendars):
        return all(
            day.isoweekday() not in one["weekend"] and day.isoformat() not in one["holidays"]
            for one in calendars
        )

    def first(calendars):
        day = created.astimezone(zone).date() - timedelta(days=1)
        while at(day, given["response_time"]) <= cured + timedelta(days=10):
            asked = at(day, given["notification_time"]) >= created
            if asked and at(day, given["response_time"]) >= cured and is_business(day, calendars):
                return day
            day += timedelta(days=1)
        return None

    calendars = given["calendars"]
    known = first(calendars)
    day = known or first([])
    today = created.astimezone(zone).date()
    days = [today + timedelta(days=n) for n in range(-1, (day - today).days)]
    passed = [
        one
        for one in days
        if at(one, given["notification_time"]) >= created and is_business(one, calendars)
    ]
    reason = (
        "no_business_day"
        if known is None
        else None
        if day == today
        else "cure_time"
        if passed
        else "after_notification_time"
        if is_business(today, calendars)
        else "not_business_day"
    )
    expires = at(day, given["response_time"])
    return {"expire_time": expires.strftime("%Y-%m-%dT%H:%M:%S.000Z"), "reason": reason}


COMPUTED = {
    "limits": limit_figures,
    "sending": sending_figures,
    "call_set": call_set_figures,
    "answer": answer_figures,
}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    found = 0
    for case in cases:
        [kind] = [name for name in COMPUTED if name in case]
        computed = COMPUTED[kind](case[kind])
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
