import { once } from 'node:events'
import type { Socket } from 'node:net'
import { reportExposureByAsset } from '@vadium/schema'
import { signRequest } from '@vadium/client'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/platform/refusal.ts'
import { Book } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { callerOf } from '../../harness/caller-of.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const lender = book.party('harbor')
const key = lender.credential('reporting')
book.deal(lender, book.party('quay', 'bitgo'))

let service: RunningService
const ending: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(async () => {
  for (const end of ending) await end()
  await service.close()
})

describe('a report whose rows take long to find', () => {
  /** Nobody can read prices, and so no exposure, until this is released. */
  async function holdPrices(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: service.database.url })
    await client.connect()
    await client.query('BEGIN; LOCK TABLE latest_prices IN ACCESS EXCLUSIVE MODE')
    return client
  }

  /** Calls on a connection of its own, and resolves when the answer has begun. */
  async function ask(format: 'json' | 'csv') {
    const target = `${reportExposureByAsset.path}?format=${format}`
    asked += 1
    const signedAt = service.clock.now() + 16_000 + asked
    const connected = once(service.server, 'connection') as Promise<[Socket]>
    const dispatcher = new Agent()
    ending.push(() => dispatcher.destroy())
    const { statusCode, body } = await request(new URL(target, service.url), {
      headers: { ...signRequest({ method: 'GET', target }, key.privateKey, signedAt) },
      dispatcher,
    })
    expect(statusCode).toBe(200)
    return { body, socket: (await connected)[0] }
  }
  let asked = 0

  it.each(['json', 'csv'] as const)(
    'begins at once as %s, and is not cut off as if its reader were slow',
    async (format) => {
      const held = await holdPrices()
      try {
        const { body, socket } = await ask(format)
        let silences = 0
        socket.on('timeout', () => (silences += 1))
        socket.setTimeout(20)
        await expect.poll(() => silences).toBeGreaterThan(2)
        await held.query('COMMIT')
        const text = await body.text()
        const { exposures } = await succeed(service, reportExposureByAsset, { key })
        if (format === 'json') expect(JSON.parse(text)).toEqual({ exposures })
        else expect(parse(text, { columns: true })).toHaveLength(exposures.length)
      } finally {
        await held.end()
      }
    },
  )

  it('is recognizably cut off when it fails after that', async () => {
    const held = await holdPrices()
    try {
      const { body } = await ask('json')
      const cancelled = async () => {
        const { rowCount } = await service.database.query(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rowCount
      }
      await expect.poll(cancelled).toBe(1)
      await expect(body.text()).rejects.toThrow('other side closed')
      expect(service.services.snapshots.open).toBe(0)
    } finally {
      await held.end()
    }
  })

  it('ends at once when it is cut off, although the database is at work for it', async () => {
    const held = await holdPrices()
    const atWork = async () => {
      const { rowCount } = await service.database.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rowCount
    }
    try {
      const caller = await callerOf(service, lender, 'reporting')
      const snapshot = await service.services.snapshots.begin(caller)
      if (snapshot instanceof Refusal) throw new Error(snapshot.reason)
      const found = snapshot.query('SELECT FROM latest_prices')
      found.catch(() => undefined)
      await expect.poll(atWork).toBe(1)
      snapshot.cutOff('it was open for too long')
      await expect(found).rejects.toThrow('it was open for too long')
      expect(await atWork()).toBe(1)
    } finally {
      await held.end()
    }
  })
})
