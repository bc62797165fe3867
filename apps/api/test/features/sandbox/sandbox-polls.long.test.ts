import {
  acceptOrderRequest,
  advanceSandbox,
  cancelTransfer,
  createOrderRequest,
  decideSandboxTransfer,
  getSandbox,
  type OperationBody,
  scriptSandboxCustodian,
} from '@vadium/schema'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import { now, World } from '../../harness/world/world.ts'

const afterMonth = '2026-04-02T12:00:00.000Z'
const dayMs = 86_400_000

/** A sandbox in which the database counts the claims of its workers. */
class Sandbox {
  readonly world = new World()
  readonly #operator = this.world.book.party('platform').credential('operator')

  async start(settings: Record<string, string> = {}): Promise<void> {
    await this.world.start({ SANDBOX: '1', SANDBOX_TIME: now, ...settings })
    await this.world.service.database.query(`
      CREATE TABLE claims (transfer_id uuid);
      CREATE FUNCTION count_claim() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        INSERT INTO claims VALUES (NEW.transfer_id);
        RETURN NEW;
      END $$;
      CREATE TRIGGER count_claim AFTER UPDATE OF claim ON instructions FOR EACH ROW
        WHEN (NEW.claim IS NOT NULL) EXECUTE FUNCTION count_claim()`)
  }

  async claims(): Promise<number> {
    const { rows } = await this.world.service.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM claims',
    )
    return rows[0]?.count ?? 0
  }

  /** The script of the next instructions to both custodians. */
  async script(changes: Partial<OperationBody<typeof scriptSandboxCustodian>>): Promise<void> {
    for (const custodian of ['fireblocks', 'bitgo']) {
      await succeed(this.world.service, scriptSandboxCustodian, {
        key: this.#operator,
        body: { custodian, times: 100, ...changes },
      })
    }
  }

  async advance(to: string): Promise<string> {
    const body = { to }
    return (await succeed(this.world.service, advanceSandbox, { key: this.#operator, body })).time
  }

  async decide(transferId: string, decision: 'approved' | 'refused'): Promise<void> {
    const body = { transfer_id: transferId, decision }
    await succeed(this.world.service, decideSandboxTransfer, { key: this.#operator, body })
  }

  async workDue(): Promise<number> {
    return (await succeed(this.world.service, getSandbox, { key: this.#operator })).work_due
  }

  /** The transfers of a new order, the asset first, and the time of each one's last change. */
  async open(): Promise<{ orderId: string; assetId: string; collateralId: string }> {
    const { id: orderId } = await this.world.orders.accepted()
    const transfers = await this.world.orders.transfers(orderId)
    const ofLeg = (leg: string) => transfers.find((transfer) => transfer.leg === leg)?.id ?? ''
    return { orderId, assetId: ofLeg('asset'), collateralId: ofLeg('collateral') }
  }

  async transfer(id: string): Promise<FollowedTransfer> {
    const { rows } = await this.world.service.database.query<FollowedTransfer>(
      `SELECT t.status, t.provider_request_state AS word, ${timeText('t.update_time')} AS time,
         ${timeText('i.due_at')} AS due
       FROM transfers t JOIN instructions i ON i.transfer_id = t.id WHERE t.id = $1`,
      [id],
    )
    const [row] = rows
    if (row === undefined) throw new Error(`there is no transfer ${id}`)
    return row
  }
}

interface FollowedTransfer {
  readonly status: string
  /** The custodian's state of it. */
  readonly word: string
  /** The time of its last change. */
  readonly time: string
  /** The time of the next poll. */
  readonly due: string | null
}

const timeText = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * The first poll after a time, with pauses of a tenth of the age of an instruction, at full quarters
 * of a second.
 */
function pollAfter(createdMs: number, timeMs: number): string {
  let poll = createdMs
  while (poll <= timeMs) {
    const pause = Math.min(Math.max(1000, Math.floor((poll - createdMs) / 10)), 60_000)
    poll = Math.ceil((poll + pause) / 250) * 250
  }
  return new Date(poll).toISOString()
}

const inMs = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.world.close())

describe('polls of a simulated custodian', () => {
  it('are skipped while an approval is pending, for a month and ten instructions', async () => {
    await sandbox.start()
    await sandbox.script({ stages: [{ word: 'pendingApproval', lasts_ms: null }] })
    const deals = []
    for (let count = 0; count < 5; count += 1) deals.push(await sandbox.open())
    await sandbox.advance(inMs(now, 1000))
    const sent = await sandbox.claims()
    // Each is sent, and none is polled.
    expect(sent).toBe(10)
    expect(await sandbox.advance(afterMonth)).toBe(afterMonth)
    expect(await sandbox.claims()).toBe(sent)
    expect(await sandbox.workDue()).toBe(10)

    const [first, second] = deals
    if (first === undefined || second === undefined) throw new Error('no deals')
    await sandbox.decide(first.assetId, 'approved')
    await sandbox.decide(second.assetId, 'refused')
    await sandbox.advance(inMs(afterMonth, dayMs))
    expect(await sandbox.claims()).toBe(sent + 2)
    // The next poll comes at the time at which it would have come.
    const time = pollAfter(Date.parse(now), Date.parse(afterMonth))
    expect(await sandbox.transfer(first.assetId)).toMatchObject({ status: 'COMPLETED', time })
    expect(await sandbox.transfer(second.assetId)).toMatchObject({ status: 'REJECTED', time })
    expect(await sandbox.transfer(first.collateralId)).toMatchObject({
      word: 'pendingApproval',
      due: pollAfter(Date.parse(now), Date.parse(afterMonth) + dayMs),
    })
  })

  it('are one for each change when stages last long, each at its usual time', async () => {
    await sandbox.start()
    const stages = [
      { word: 'broadcasting' as const, lasts_ms: 2 * dayMs },
      { word: 'confirming' as const, lasts_ms: dayMs },
    ]
    await sandbox.script({ stages })
    const { assetId } = await sandbox.open()
    await sandbox.advance(inMs(now, 2 * dayMs - 1))
    expect(await sandbox.transfer(assetId)).toMatchObject({ word: 'broadcasting', time: now })
    await sandbox.advance(inMs(now, 2.5 * dayMs))
    const confirmed = pollAfter(Date.parse(now), Date.parse(now) + 2 * dayMs - 1)
    expect(await sandbox.transfer(assetId)).toMatchObject({ word: 'confirming', time: confirmed })
    await sandbox.advance(afterMonth)
    const completed = pollAfter(Date.parse(now), Date.parse(now) + 3 * dayMs - 1)
    expect(await sandbox.transfer(assetId)).toMatchObject({ status: 'COMPLETED', time: completed })
    expect(await sandbox.claims()).toBe(2 * 3)
  })

  it('are made when the script loses replies', async () => {
    await sandbox.start()
    const stages = [{ word: 'pendingApproval' as const, lasts_ms: null }]
    await sandbox.script({ stages, lost_replies: 2 })
    await sandbox.open()
    await sandbox.advance(afterMonth)
    // Sent, polled twice in vain, and answered: for both transfers.
    expect(await sandbox.claims()).toBe(2 * 4)
  })

  it('are made at once when a party cancels', async () => {
    await sandbox.start()
    const { world } = sandbox
    const { orderId } = await sandbox.open()
    await sandbox.advance(inMs(now, dayMs))
    await sandbox.script({ stages: [{ word: 'pendingApproval', lasts_ms: null }] })
    const returned = await giveBack(world, (await world.orders.get(orderId)).position_id ?? '')
    await sandbox.advance(inMs(now, 2 * dayMs))
    const claims = await sandbox.claims()
    await succeed(world.service, cancelTransfer, {
      key: world.borrowerKey,
      params: { transfer_id: returned },
    })
    await sandbox.advance(inMs(now, 2 * dayMs))
    expect(await sandbox.transfer(returned)).toMatchObject({
      status: 'CANCELLED',
      time: inMs(now, 2 * dayMs),
      due: null,
    })
    expect(await sandbox.claims()).toBe(claims + 1)
  })
})

/** The borrower returns a part, and the lender accepts: the transfer of the asset. */
async function giveBack({ service, borrowerKey, lenderKey }: World, position_id: string) {
  const { id } = await succeed(service, createOrderRequest, {
    key: borrowerKey,
    body: { position_id, kind: 'return', quantity: '4' },
  })
  const { transfer_ids } = await succeed(service, acceptOrderRequest, {
    key: lenderKey,
    params: { order_request_id: id },
  })
  return transfer_ids[0] ?? ''
}

describe('an advance', () => {
  it('stops after its time limit, and the next one continues from there', async () => {
    await sandbox.start({ SANDBOX_ADVANCE_MS_MAX: '0' })
    const { orderId } = await sandbox.open()
    const to = inMs(now, 60_000)
    const times = [await sandbox.advance(to)]
    while (times.at(-1) !== to && times.length < 1000) times.push(await sandbox.advance(to))
    expect(times.length).toBeGreaterThan(5)
    expect(times.toSorted()).toEqual(times)
    expect(times.at(-1)).toBe(to)
    expect(await sandbox.world.orders.get(orderId)).toMatchObject({ status: 'ACTIVE' })
  })
})
