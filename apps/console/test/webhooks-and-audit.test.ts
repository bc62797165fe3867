import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    await admin.page.getByLabel('Address').fill(`${receiver.url}/desk`)
    await admin.page.getByLabel('Purpose').fill('<b>Desk</b>')
    await admin.button('Create the endpoint').click()
    await admin.sees(/^whsec_/)
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
  await admin.sees(/^1 of the/)
  await admin.page.getByRole('region', { name: 'Audit trail' }).getByRole('link').first().click()
  const detail = admin.page.getByRole('region', { name: 'One request' })
  await detail.getByText('harbor admin (you)').waitFor()
  await detail.getByText('createWebhookEndpoint').waitFor()
  await detail.getByRole('link', { name: 'Close' }).click()
  await detail.waitFor({ state: 'detached' })
  await admin.page.getByLabel('Outcome').selectOption('refused')
  await admin.sees('No entry that was read matches.')
  expect(world.browser.faults).toEqual([])
})
