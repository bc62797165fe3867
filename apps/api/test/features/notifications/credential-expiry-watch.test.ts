import {
  listNotifications,
  type Notification,
  revokeCredential,
  rotateCredential,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const party = book.party('harbor')
const admin = party.credential('admin')
const stranger = book.party('stone').credential('viewer')
const made = '2026-01-01T00:00:00.000Z'
const expires = '2026-03-20T00:00:00.000Z'

function expiring(role: 'viewer' | 'execution' | 'reporting', expires_at = expires): string {
  party.credential(role, { created_at: made, expires_at })
  return book.scenario.credentials.at(-1)?.id ?? ''
}
const [viewer, execution, reporting] = [
  expiring('viewer'),
  expiring('execution'),
  expiring('reporting'),
]

let service: RunningService
let second: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  second = await startService({ database: service.database })
})
afterAll(async () => {
  await second.close()
  await service.close()
})

async function lookAt(time: string, ...services: readonly RunningService[]): Promise<void> {
  const watching = services.length === 0 ? [service] : services
  for (const { clock } of [service, second]) clock.set(time)
  await Promise.all(watching.map(({ services }) => services.credentialExpiryWatch.run()))
}

async function notificationsAbout(id: string, key = admin): Promise<Notification[]> {
  const query = { category: 'credential_expiring' }
  const { notifications } = await succeed(service, listNotifications, { key, query })
  return notifications.filter(({ link }) => link.id === id)
}

describe('the expiry of a credential', () => {
  it('is notified seven days before, not a millisecond earlier, and once', async () => {
    await lookAt('2026-03-12T23:59:59.999Z')
    expect(await notificationsAbout(viewer)).toEqual([])
    await lookAt('2026-03-13T00:00:00.000Z', service, second)
    await lookAt('2026-03-14T00:00:00.000Z', service, second)
    expect(await notificationsAbout(viewer)).toMatchObject([
      {
        severity: 'warning',
        title: 'Credential expiring within seven days: harbor',
        link: { resource: 'credential', id: viewer, order_id: null },
      },
    ])
    expect(await notificationsAbout(execution)).toHaveLength(1)
    expect(await notificationsAbout(viewer, stranger)).toEqual([])
  })

  it('is not notified when the credential was revoked, or a newer one replaces it', async () => {
    const key = admin
    await succeed(service, revokeCredential, { key, params: { credential_id: execution } })
    await succeed(service, rotateCredential, {
      key,
      params: { credential_id: reporting },
      body: { overlap_seconds: 2_592_000 },
    })
    await lookAt('2026-03-19T00:00:00.000Z', service, second)
    expect(await notificationsAbout(execution)).toHaveLength(1)
    expect(await notificationsAbout(reporting)).toHaveLength(1)
  })

  it('is notified again a day before, once, even after a restart', async () => {
    const third = await startService({ database: service.database })
    third.clock.set('2026-03-19T12:00:00.000Z')
    await third.services.credentialExpiryWatch.run()
    await third.close()
    await lookAt('2026-03-20T00:00:00.000Z')
    expect((await notificationsAbout(viewer)).map(({ severity }) => severity)).toEqual([
      'critical',
      'warning',
    ])
  })
})
