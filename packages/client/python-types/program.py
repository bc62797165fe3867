"""A program of a desk, which a type checker accepts under its strictest rules."""

import decimal
from typing import Dict, List

import vadium


def due(client: vadium.Client) -> List[vadium.MarkToMarketPreview]:
    found: List[vadium.MarkToMarketPreview] = []
    for position in client.positions.list(ready_for_m2m=True):
        answer = client.mark_to_market_requests.preview(position_id=position["id"], explain=True)
        found.append(answer["preview"])
    return found


def total(client: vadium.Client, status: vadium.TransferStatus) -> decimal.Decimal:
    listed = client.transfers.list(status=status)
    first = listed.first()
    print(len(first["transfers"]), first.get("next_page_token"))
    return sum((transfer["quantity"] for transfer in listed), decimal.Decimal(0))


def moved(what: vadium.Moved) -> None:
    print(what["prices"])


def follow(client: vadium.Client) -> None:
    with client.events.stream(type="transfer.updated", moved=True, on_moved=moved) as stream:
        for event in stream:
            change = event["data"].get("change")
            if change is not None:
                print(event["id"], change["from"], change["to"])


def accept(client: vadium.Client, order_id: str) -> str:
    order = client.orders.accept(order_id, asset_wallet_id="a", collateral_wallet_id="b")
    answer = vadium.Answer.of(order)
    return f"{order['status']} {answer.request_id} {answer.was_replayed}"


def limit(client: vadium.Client, counterparty_id: str) -> vadium.CounterpartyLimits:
    lent_max = decimal.Decimal("12.5")
    return client.limits.set(
        counterparty_id=counterparty_id,
        on_breach="warn",
        assets=[{"asset": "BTC", "lent_quantity_max": lent_max}],
    )


def received(body: bytes, headers: Dict[str, str], secrets: List[str]) -> str:
    event = vadium.verify_webhook(body, headers, secrets)
    return f"{event['type']} {event['data']['organization_id']} {event.get('id')}"


def book(client: vadium.Client) -> None:
    for text in client.positions.export(format="csv"):
        print(text.upper())
    for position in client.positions.export():
        print(position["order_id_pretty"] + 1)
