import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { shownInPython } from '../../harness/python-client.ts'
import { pythonProgram } from '../../harness/wanted-programs.ts'
import { World } from '../../harness/world/world.ts'

const world = new World({ short: 2 })
beforeAll(() => world.start({ BASE_PATH: '/v1' }, { streaming: true }))
afterAll(() => world.close())

/** The clock of the service is months behind: each program first learns its time. */
const shownBy = ({ privateKey }: Key, program: string) =>
  shownInPython(program, { url: world.service.url, privateKey })

describe.runIf(pythonProgram !== undefined)('the client in Python, at the service', () => {
  it('previews and requests collateral, once under one key', async () => {
    const { positionId } = world.shortDeal()
    const shown = await shownBy(
      world.lenderKey,
      `answer = client.mark_to_market_requests.preview(position_id="${positionId}", explain=True)
show(answer["preview"]["m2m_collateral_amount"])
calculation = answer["calculation"]["calculation_id"]
def create():
    return client.mark_to_market_requests.create(
        position_id="${positionId}", calculation_id=calculation, idempotency_key="once"
    )
first, second = create(), create()
show([first == second, first.was_replayed, second.was_replayed, first.request_id is None])
show(client.rate_limit.remaining > 0)
show(failure(lambda: client.mark_to_market_requests.create(
    position_id="${positionId}", calculation_id=calculation)))`,
    )
    expect(shown).toMatchObject([
      '60',
      [true, false, true, false],
      true,
      {
        type: 'ServiceError',
        reason: 'MARK_TO_MARKET_REQUEST_OPEN',
        outcome: 'refused',
        request_id: expect.stringMatching(/^[\w-]+$/) as string,
      },
    ])
  })

  it('names each wrong field, and refuses a float before it is sent', async () => {
    const { asset_quantity: _, rate_percent: __, ...rest } = world.orders.body()
    const given = JSON.stringify(JSON.stringify(rest))
    const shown = await shownBy(
      world.borrowerKey,
      `rest = json.loads(${given})
show(failure(lambda: client.orders.create(**rest, asset_quantity="ten", rate_percent="5")))
show(failure(lambda: client.orders.create(**rest, asset_quantity=0.1, rate_percent="5")))
order = client.orders.create(**rest, asset_quantity=Decimal("1.50"), rate_percent="5")
show(order["asset_quantity"])`,
    )
    expect(shown).toMatchObject([
      { reason: 'BODY_INVALID', details: [{ field: 'asset_quantity' }] },
      { type: 'TypeError', text: expect.stringContaining('asset_quantity is a float') as string },
      '1.5',
    ])
  })

  it('refuses an empty idempotency key and an object whose key is no text', async () => {
    const shown = await shownBy(
      world.borrowerKey,
      `show(failure(lambda: client.request("POST", "/orders", body={}, idempotency_key="")))
show(failure(lambda: client.request("POST", "/orders", body={"a": {1.5: "b"}})))`,
    )
    expect(shown).toMatchObject([
      { type: 'ValueError', text: expect.stringContaining('idempotency_key must be') as string },
      { type: 'TypeError', text: 'body.a has a key that is a float. Give a str.' },
    ])
  })

  it('sends the value of an Enum', async () => {
    const shown = await shownBy(
      world.borrowerKey,
      `import enum
class Status(str, enum.Enum):
    PENDING = "PENDING"
read, one = client.transfers.list, Status.PENDING
show(list(read(status=one)) == list(read(status="PENDING")))
show(failure(lambda: client.request("POST", "/orders", body={one: one}))["reason"])`,
    )
    expect(shown).toEqual([true, 'BODY_INVALID'])
  })

  it('reads every page of a list, and the same positions as an export', async () => {
    const shown = await shownBy(
      world.lenderKey,
      `show([position["id"] for position in client.positions.list(page_size=1)])
show(len(client.positions.list(page_size=1).first()["positions"]))
show([len(page["positions"]) for page in client.positions.list(page_size=2).pages()])
show([position["id"] for position in client.positions.export()])
text = "".join(client.positions.export(format="csv"))
show(text.count("\\r\\n") if "\\r\\n" in text else text.count("\\n"))`,
    )
    const [listed, first, pages, exported, lines] = shown
    expect(listed).toHaveLength(2)
    expect([first, pages]).toEqual([1, [2]])
    expect((exported as string[]).toSorted()).toEqual((listed as string[]).toSorted())
    expect(lines).toBe(3)
  })

  it('follows the event stream from another thread, and continues after a cursor', async () => {
    const rest = JSON.stringify(JSON.stringify(world.orders.body()))
    const shown = await shownBy(
      world.borrowerKey,
      `stream = client.events.stream(type="order.updated")
start = stream.opened()
order = client.orders.create(**json.loads(${rest}))
event = next(stream)
show([event["data"]["change"]["resource_id"] == order["id"], stream.position == event["id"]])
polled = client.events.list(after=start, type="order.updated")["events"]
show(polled == [event])
threading.Timer(0.1, stream.close).start()
show(list(stream))
again = client.events.stream(type="order.updated", after=start)
show(next(again) == event)
again.close()
show(failure(lambda: next(client.events.stream(after="AAAA"))))`,
    )
    expect(shown).toMatchObject([
      [true, true],
      true,
      [],
      true,
      { reason: 'EVENT_POSITION_INVALID', outcome: 'refused' },
    ])
  })
})
