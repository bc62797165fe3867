"""What a type checker finds: each of these lines is wrong."""

import vadium

client = vadium.Client()
client.order_requests.list(kind="recal")
client.orders.accept("1", wallet="a")
print(client.transfers.get("1")["quantty"])
print(client.transfers.get("1")["quantity"] + "1")
print(client.positions.list().first()["next_page_token"])
