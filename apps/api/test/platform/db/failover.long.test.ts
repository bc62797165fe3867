import { randomUUID } from 'node:crypto'
import { createOrganization, listOrganizations } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { Book } from '../../harness/book.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import {
  type PrimaryAndStandby,
  startPrimaryAndStandby,
} from '../../harness/primary-and-standby.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const operator = book.party('platform').credential('operator')

let servers: PrimaryAndStandby
/** The address of the current primary, as a proxy or a name gives it. */
let link: BreakableLink
let behindLink: RunningService
let ofBoth: RunningService
beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  link = await openBreakableLink(servers.primary.url)
  const { primary, standby } = servers
  behindLink = await startService({
    scenario: book.scenario,
    database: { ...primary, url: link.url },
    streaming: true,
  })
  const url = new URL(standby.url)
  const hosts = `${url.host},${new URL(primary.url).host}`
  ofBoth = await startService({
    database: {
      ...primary,
      url: standby.url.replace(url.host, hosts) + '?target_session_attrs=read-write',
    },
    streaming: true,
  })
}, 120_000)
afterAll(async () => {
  await behindLink.close()
  await ofBoth.close()
  await link.close()
  await servers.stop()
})

const creation = (slug = `org-${randomUUID()}`) =>
  callOf(createOrganization, { key: operator, body: { slug, name: slug } })
const readinessOf = async (service: RunningService) => {
  const { status, body } = await call(service, { target: '/readyz' })
  return { status, ...(body as { why?: string }) }
}
const ready = { status: 'ok', people_needed: 1 }
const expectReadiness = (service: RunningService, readiness: object) =>
  expect.poll(() => readinessOf(service)).toMatchObject(readiness)
const expectWrites = (service: RunningService) =>
  expect.poll(async () => (await call(service, creation())).status).toBe(200)

describe('one address that leads to a standby', () => {
  it('makes the service unready and read-only', async () => {
    await expectWrites(behindLink)
    await expectReadiness(behindLink, ready)
    link.leadTo(servers.standby.url)
    await link.cut()
    await link.mend()
    await expectReadiness(behindLink, { status: 'unready', why: 'the database takes no writes' })
    const { reason } = await refused(behindLink, 429, creation())
    expect(reason).toBe('OVERLOADED')
    await succeed(behindLink, listOrganizations, { key: operator })
  }, 60_000)

  it('fails the preparation of a start, with a message that names the standby', async () => {
    const start = withOwnerClient(link.url, migrate)
    await expect(start).rejects.toThrow(/takes no writes: it is a standby/)
  })

  it('recovers when the address does, although no connection was closed', async () => {
    link.leadTo(servers.primary.url)
    await expectReadiness(behindLink, ready)
    await expectWrites(behindLink)
  }, 60_000)
})

describe('with several hosts', () => {
  it('the service uses the one that takes writes', async () => {
    await expectWrites(ofBoth)
    await expectReadiness(ofBoth, ready)
  })

  it('the service moves to another when that one ends', async () => {
    const slug = `org-${randomUUID()}`
    expect((await call(ofBoth, creation(slug))).status).toBe(200)
    const isFollowed = async () =>
      (await servers.standby.query('SELECT FROM organizations WHERE slug = $1', [slug])).rows.length
    await expect.poll(isFollowed).toBe(1)
    await servers.stopPrimary()
    const { reason } = await refused(ofBoth, 429, creation())
    expect(reason).toBe('OVERLOADED')
    await servers.promote()
    await expectWrites(ofBoth)
    await expectReadiness(ofBoth, ready)
    await expect(withOwnerClient(ofBoth.database.url, migrate)).resolves.toMatchObject({
      applied: 0,
    })
  }, 60_000)
})
