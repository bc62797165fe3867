import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SimulatedCustody } from '../../../src/features/custody/simulated/simulated-custody.ts'
import {
  signBody,
  type SignedCallback,
  simulatedSignatureHeader,
} from '../../../src/features/custody/simulated/simulated-callback.ts'
import { bookOfDeals, simulatedCustodian } from '../../harness/book-of-deals.ts'
import { call, refused } from '../../harness/call.ts'
import { decideTransfer, externalIdOf } from '../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { serviceSecretOf } from '../../harness/test-secrets.ts'

const { book, nextDeal, keys } = bookOfDeals(1)
const deal = nextDeal()
let service: RunningService
let custodian: SimulatedCustody
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  custodian = await simulatedCustodian(service)
})
afterAll(() => service.close())

let id: string
beforeEach(async () => {
  id = await decideTransfer(service.services, deal)
  const script = { stages: [{ word: 'pendingApproval', lastsMs: null } as const] }
  await custodian.script(script, { externalTransferId: externalIdOf(id) })
  await runDue()
})

const runDue = () => service.services.custodyWorker.runDue()
const pass = (ms: number) => service.clock.set(new Date(service.clock.now() + ms).toISOString())
const callbackTo = (path: string, { headers, body }: SignedCallback) => ({
  method: 'POST',
  target: `/custodian-callbacks/${path}`,
  headers: { ...headers },
  body,
})
const status = async () => {
  const { rows } = await service.database.query('SELECT status FROM transfers WHERE id = $1', [id])
  return rows[0]?.['status']
}
const isDue = async () => {
  const now = new Date(service.clock.now()).toISOString()
  const { rows } = await service.database.query(
    'SELECT due_at <= $2 AS due FROM instructions WHERE transfer_id = $1',
    [id, now],
  )
  return rows[0]?.['due']
}
const kept = async (body: Buffer) => {
  const text = 'SELECT custodian_id FROM custodian_callbacks WHERE body = $1 ORDER BY custodian_id'
  const { rows } = await service.database.query(text, [body])
  return rows.map((row) => row['custodian_id'])
}
const key = () => serviceSecretOf(service.database, 'simulated custodian callbacks')

describe('200 OK', () => {
  it('returns 200 for a callback that its custodian has signed, which is kept verbatim and causes a poll', async () => {
    await custodian.decide(externalIdOf(id), 'refused')
    const signed = custodian.callback([externalIdOf(id)])
    expect(await isDue()).toBe(false)
    const rung = service.services.custodySignal.wait(60_000)
    const reply = await call(service, callbackTo('simulated', signed))
    expect([reply.status, reply.text]).toEqual([200, '{"status":"accepted"}'])
    await rung
    expect(await isDue()).toBe(true)
    expect(await kept(signed.body)).toEqual(['simulated'])
    // The custodian is asked about its content; the callback itself changes nothing.
    expect(await status()).toBe('IN_PROGRESS')
    await runDue()
    expect(await status()).toBe('REJECTED')
  })

  it('returns 200 for the same callback again, which is kept once and changes nothing', async () => {
    await custodian.decide(externalIdOf(id), 'approved')
    const signed = custodian.callback([externalIdOf(id)])
    for (let i = 0; i < 3; i += 1) {
      expect((await call(service, callbackTo('simulated', signed))).status).toBe(200)
      await runDue()
    }
    expect(await kept(signed.body)).toEqual(['simulated'])
    expect(await status()).toBe('COMPLETED')
    const { rows } = await service.database.query(
      'SELECT action FROM state_changes WHERE resource_id = $1 ORDER BY sequence',
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['create', 'submit', 'complete'])
  })

  it('returns 200 for twenty callbacks at once', async () => {
    await custodian.decide(externalIdOf(id), 'approved')
    const other = await decideTransfer(service.services, deal)
    const ids = [externalIdOf(id), externalIdOf(other)]
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const signed = custodian.callback(i % 2 === 0 ? ids : ids.toReversed())
        return call(service, callbackTo('simulated', signed))
      }),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    await runDue()
    expect(await status()).toBe('COMPLETED')
  })

  it.each([
    ['unknown ids', JSON.stringify({ transfers: [randomUUID(), '\u0000', "'; --"] })],
    ['no ids', JSON.stringify({ transfers: [] })],
    ['another shape', JSON.stringify({ transfers: { id: 1 }, and: 'more' })],
    ['invalid JSON', 'transfers: all'],
    ['nothing', ''],
  ])('returns 200 for %s, which is kept and changes no transfer', async (_what, text) => {
    const signed = signBody(await key(), Buffer.from(text), service.clock.now())
    const before = await service.database.query('SELECT * FROM instructions ORDER BY transfer_id')
    expect((await call(service, callbackTo('simulated', signed))).status).toBe(200)
    expect(await kept(signed.body)).toEqual(['simulated'])
    const after = await service.database.query('SELECT * FROM instructions ORDER BY transfer_id')
    expect(after.rows).toEqual(before.rows)
  })
})

describe('another custodian', () => {
  it('cannot report on transfers of this one', async () => {
    const signed = custodian.callback([externalIdOf(id)])
    expect((await call(service, callbackTo('copper', signed))).status).toBe(200)
    expect(await kept(signed.body)).toEqual(['copper'])
    expect(await isDue()).toBe(false)
  })
})

describe('401 Unauthorized', () => {
  const forgeries: Record<string, (signed: SignedCallback) => SignedCallback> = {
    'no signature': ({ body }) => ({ headers: {}, body }),
    'a signature under another key': ({ body }) =>
      signBody(Buffer.alloc(32, 7), body, service.clock.now()),
    'a changed body': ({ headers }) => ({
      headers,
      body: Buffer.from(JSON.stringify({ transfers: [externalIdOf(id), 'more'] })),
    }),
    'another time': ({ headers, body }) => ({
      headers: {
        [simulatedSignatureHeader]: String(headers[simulatedSignatureHeader]).replace(
          /^t=1/,
          't=2',
        ),
      },
      body,
    }),
  }

  it.each(Object.keys(forgeries))('returns 401 for %s', async (name) => {
    const signed = custodian.callback([externalIdOf(id)])
    const forged = forgeries[name]?.(signed) ?? signed
    const reply = await refused(service, 401, callbackTo('simulated', forged))
    expect(reply.reason).toBe('UNAUTHENTICATED')
    expect(await kept(forged.body)).toEqual([])
    expect(await isDue()).toBe(false)
  })

  it('returns 401 for a callback that is late or early by more than five minutes', async () => {
    const signed = custodian.callback([externalIdOf(id)])
    for (const ms of [300_001, -600_002]) {
      pass(ms)
      await refused(service, 401, callbackTo('simulated', signed))
    }
    pass(300_001)
    expect((await call(service, callbackTo('simulated', signed))).status).toBe(200)
  })

  it('returns 401 in the same way for an unknown custodian', async () => {
    const signed = custodian.callback([externalIdOf(id)])
    const { headers } = signed
    const bare = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '')
    const forged = await refused(
      service,
      401,
      callbackTo('simulated', { headers: {}, body: signed.body }),
    )
    for (const path of ['nobody', 'SIMULATED', 'simulated~', 'x'.repeat(65)]) {
      const reply = await refused(service, 401, callbackTo(path, { headers, body: signed.body }))
      expect(bare(reply)).toBe(bare(forged))
    }
  })

  it('returns 401 for a key of the API, even a valid one', async () => {
    const body = Buffer.from(JSON.stringify({ transfers: [externalIdOf(id)] }))
    const signed = callbackTo('simulated', { headers: {}, body })
    await refused(service, 401, { ...signed, key: keys.operator })
  })
})

describe('400 Bad Request', () => {
  it('returns 400 for a body that is too large, of which nothing is kept', async () => {
    const signed = signBody(await key(), Buffer.alloc(65_537, ' '), service.clock.now())
    await refused(service, 400, callbackTo('simulated', signed))
    const { rows } = await service.database.query(
      'SELECT max(octet_length(body)) AS most FROM custodian_callbacks',
    )
    expect(Number(rows[0]?.['most'])).toBeLessThanOrEqual(65_536)
    const largest = signBody(await key(), Buffer.alloc(65_536, ' '), service.clock.now())
    expect((await call(service, callbackTo('simulated', largest))).status).toBe(200)
  })
})

describe('429 Too Many Requests', () => {
  it('returns 429 for an address that keeps sending forged callbacks', async () => {
    const limited = await startService({
      database: service.database,
      settings: { RATE_LIMIT_ADDRESS: '3' },
    })
    try {
      const forged = callbackTo('simulated', { headers: {}, body: Buffer.from('{}') })
      for (let i = 0; i < 3; i += 1) await refused(limited, 401, forged)
      await refused(limited, 429, forged)
    } finally {
      await limited.close()
    }
  })
})
