import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomIdAt } from '../../api/src/platform/ids.ts'
import { WebhookReceiver } from '../../api/test/harness/webhook-receiver.ts'
import { ownMachine } from '../../api/test/harness/webhook-world.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { FirmWorld } from './harness/firm-world.ts'

const world = new FirmWorld()
let receiver: WebhookReceiver
let admin: ConsoleWindow

beforeAll(async () => {
  receiver = await WebhookReceiver.start()
  await world.start(ownMachine)
  admin = await world.window(world.lenderAdmin, 'Admin')
  await admin.goto('/webhooks')
})
afterAll(async () => {
  await world.close()
  await receiver[Symbol.asyncDispose]()
})

const deliveries = () => admin.page.getByRole('region', { name: 'Deliveries' })

/** The steps follow one another: each begins where the one before ended. */
describe('an endpoint', () => {
  it('is created, and its secret is shown once', async () => {
    await admin.page.getByLabel('Address', { exact: true }).fill(`${receiver.url}/desk`)
    await admin.page.getByLabel('Purpose').fill('<b>Desk</b>')
    // Until it is answered, the form cannot be changed beneath what was sent.
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await admin.page.route(/webhook-endpoints$/, async (route) => {
      await held
      await route.continue()
    })
    await admin.button('Create the endpoint').click()
    await admin.sees('Sending …')
    expect(await admin.page.getByLabel('Address', { exact: true }).isDisabled()).toBe(true)
    expect(await admin.page.getByLabel('Purpose').isDisabled()).toBe(true)
    letGo()
    await admin.sees(/^whsec_/)
    await admin.leaveAnswers()
    await admin.button('I have stored it').click()
    await admin.page.getByText(/^whsec_/).waitFor({ state: 'detached' })
    await admin.page.reload()
    await admin.page.getByRole('cell', { name: '<b>Desk</b>' }).waitFor()
    expect(await admin.page.getByText(/^whsec_/).count()).toBe(0)
  })

  it('is sent a test, and a delivery again', async () => {
    receiver.answer('/desk', 500)
    await admin.button('Test').click()
    await deliveries().getByText('webhook.test').waitFor()
    await world.service.services.webhooks.deliverer.runDue()
    await admin.page.reload()
    await deliveries().getByText('failed').waitFor()
    receiver.answer('/desk', 204)
    await admin.button('Resend').click()
    await admin.sees('The delivery of webhook.test is sent again, under the same id')
    await world.service.services.webhooks.deliverer.runDue()
    await admin.page.reload()
    await deliveries().getByText('delivered').waitFor()
    expect(new Set(receiver.at('/desk').map(({ id }) => id)).size).toBe(1)
  })

  it('is disabled, and its deliveries are found by the address', async () => {
    await admin.button('Disable').click()
    await admin.sees('the organization disabled it')
    await admin.page.getByLabel('State').selectOption('failed')
    await admin.page.waitForURL(/state=failed/)
    await admin.sees('No delivery matches.')
  })
})

it('finds a request in the audit trail by filters of the address, with what it did', async () => {
  await world.service.services.audit.flush()
  await admin.goto('/audit?event=createWebhookEndpoint')
  await admin.sees(/^1 entry, which is all/)
  await admin.page.getByRole('region', { name: 'Audit trail' }).getByRole('link').first().click()
  const detail = admin.page.getByRole('region', { name: 'One request' })
  await detail.getByText('harbor admin (you)').waitFor()
  await detail.getByText('createWebhookEndpoint').waitFor()
  await detail.getByRole('link', { name: 'Close' }).click()
  await detail.waitFor({ state: 'detached' })
  await admin.page.getByLabel('Outcome').selectOption('refused')
  await admin.sees('No entry matches.')
  await admin.page.waitForURL(/outcome=refused/)
})

it('asks the service for the entries about one resource, once its id is whole', async () => {
  const asked: string[] = []
  admin.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/audit-entries')) asked.push(searchParams.get('subject_id') ?? 'any')
  })
  await admin.goto('/audit?event=disableWebhookEndpoint')
  const link = admin.page.getByRole('region', { name: 'Audit trail' }).getByRole('link').first()
  const subject = (await link.textContent()) ?? ''
  await admin.goto('/audit')
  const field = admin.page.getByLabel('Resource id')
  await field.fill(subject.slice(0, -1))
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill(subject)
  await admin.page.waitForURL(/subject_id=/)
  const trail = admin.page.getByRole('region', { name: 'Audit trail' })
  await trail.getByText('Send a test event').waitFor()
  expect(new Set(asked)).toEqual(new Set(['any', subject]))
  expect(world.browser.faults).toEqual([])
})

it('shows a request that more entries follow than a page looks at', async () => {
  const nowMs = world.service.clock.now()
  const request = randomIdAt(nowMs)
  await world.service.database.query(
    `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id)
     SELECT gen_random_uuid(), $3::timestamptz + n * interval '1 ms', 'request', $1,
       CASE WHEN n = 1 THEN 'pushPrices' ELSE 'getOrder' END, 'ok',
       CASE WHEN n = 1 THEN $2 ELSE n::text END
     FROM generate_series(1, 10001) n`,
    [world.lender.id, request, new Date(nowMs).toISOString()],
  )
  await admin.goto(`/audit?request=${request}`)
  const detail = admin.page.getByRole('region', { name: 'One request' })
  await detail.getByText('pushPrices').waitFor()
})
