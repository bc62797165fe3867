import { randomUUID } from 'node:crypto'
import { createOrganization, listOrganizations } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, callOf, succeed } from '../../harness/call.ts'
import type { TestDatabase } from '../../harness/database.ts'
import {
  type PrimaryAndStandby,
  startPrimaryAndStandby,
} from '../../harness/primary-and-standby.ts'
import { replicaOutcomes } from '../../harness/replica-outcomes.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const key = book.party('platform').credential('operator')

let servers: PrimaryAndStandby
/** It follows the former primary, further than the new primary did. */
let replica: TestDatabase
let service: RunningService
beforeAll(async () => {
  servers = await startPrimaryAndStandby(2)
  const [next, other] = servers.standbys
  if (next === undefined || other === undefined) throw new Error('there are not two standbys')
  replica = other
  const url = new URL(servers.primary.url)
  const hosts = `${url.host},${new URL(next.url).host}`
  service = await startService({
    scenario: book.scenario,
    database: { ...servers.primary, url: servers.primary.url.replace(url.host, hosts) },
    settings: { DATABASE_REPLICA_URL: replica.url },
  })
}, 120_000)
afterAll(async () => {
  await service.close()
  await servers.stop()
})

const creation = (slug: string) => callOf(createOrganization, { key, body: { slug, name: slug } })
const newOrganization = async () => {
  const slug = `org-${randomUUID()}`
  expect((await call(service, creation(slug))).status).toBe(200)
  return slug
}
const slugs = async () => {
  const query = { page_size: 200 }
  const { organizations } = await succeed(service, listOrganizations, { key, query })
  return organizations.map(({ slug }) => slug)
}
const positionOf = async (server: TestDatabase) => {
  const { rows } = await server.query<{ bytes: string }>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
       ELSE pg_current_wal_lsn() END - '0/0'::pg_lsn AS bytes`,
  )
  return Number(rows[0]?.bytes)
}

describe('a replica that replayed more of a former primary than the new one did', () => {
  it('is not read, although its position is further', async () => {
    const isPromoted = async () => {
      const { rows } = await servers.standby.query('SELECT pg_is_in_recovery() AS standby')
      return rows[0]?.['standby'] === false
    }
    const before = await newOrganization()
    expect(
      await replicaOutcomes(service, async () => expect(await slugs()).toContain(before)),
    ).toEqual({ replica: 1 })
    await servers.promote()
    await expect.poll(isPromoted).toBe(true)
    // The former primary does not know, and confirms what the new one will never have.
    const lost: string[] = []
    for (let count = 0; count < 30; count += 1) lost.push(await newOrganization())
    expect(await slugs()).toEqual(expect.arrayContaining(lost))

    await servers.stopPrimary()
    await expect
      .poll(async () => (await call(service, creation(`org-${randomUUID()}`))).status)
      .toBe(200)
    expect(await positionOf(replica)).toBeGreaterThan(await positionOf(servers.standby))
    const outcomes = await replicaOutcomes(service, async () => {
      const shown = await slugs()
      expect(shown).toContain(before)
      expect(shown.filter((slug) => lost.includes(slug))).toEqual([])
    })
    expect(outcomes).toEqual({ behind: 1 })
  }, 60_000)
})
