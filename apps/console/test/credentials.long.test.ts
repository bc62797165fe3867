import { listCredentials } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeed } from '../../api/test/harness/call.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { FirmWorld } from './harness/firm-world.ts'

const world = new FirmWorld()
let admin: ConsoleWindow

beforeAll(async () => {
  await world.start()
  admin = await world.window(world.lenderAdmin, 'Admin')
  await admin.goto('/credentials')
})
afterAll(() => world.close())

const credentialOf = async (publicKey: string) => {
  const { credentials } = await succeed(world.service, listCredentials, { key: world.lenderAdmin })
  return credentials.find(({ public_key }) => public_key === publicKey)
}

/** The public key of the key that was made last on a form. */
async function makeKey(formName: string, label: string): Promise<string> {
  const form = admin.page.getByRole('form', { name: formName })
  await form.getByLabel('Name of the key in this browser').fill(label)
  await form.getByRole('button', { name: 'Make the key' }).click()
  await form.getByText('Its private key was made in this browser').waitFor()
  const keys = await form.locator('code').allTextContents()
  return keys.at(-1) ?? ''
}

/** The steps follow one another: each begins where the one before ended. */
describe('a credential whose key is made in the browser', () => {
  let publicKey = ''

  it('is created with a proof, and its public key is shown', async () => {
    publicKey = await makeKey('New credential', 'Night desk')
    const form = admin.page.getByRole('form', { name: 'New credential' })
    await form.getByLabel('Account').selectOption({ label: 'harbor' })
    await form.getByLabel('Role').selectOption('viewer')
    await form.getByLabel('Expires at the end of').fill('2099-05-31')
    await form.getByRole('button', { name: 'Create the credential' }).click()
    await form.getByText('is enrolled, with the role Viewer').waitFor()
    expect(await credentialOf(publicKey)).toMatchObject({
      role: 'viewer',
      expire_time: '2099-05-31T23:59:59.999Z',
    })
  })

  it('has a private key that no script can read', async () => {
    const kept = await admin.page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('vadium-console')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('keys').objectStore('keys').get('profiles')
        reading.onsuccess = () => resolve(reading.result.profiles.map(({ label, key }) => ({
          label, publicKey: key.publicKey, extractable: key.privateKey.extractable })))
      }
    })`)
    expect(kept).toContainEqual({ label: 'Night desk', publicKey, extractable: false })
  })

  it('signs the requests of the page from then on', async () => {
    await admin.button('Work with Night desk').click()
    await admin.sees('harbor · Viewer')
    await admin.goto('/positions')
    await admin.page.getByText('Reading').first().waitFor({ state: 'detached' })
  })
})

describe('the key of the page itself', () => {
  it('is rotated, and the page goes on with the new one', async () => {
    await admin.pressOfAccount('Lock')
    await admin.button('Work with Admin').click()
    await admin.sees('harbor admin · Administrator')
    await admin.goto('/credentials')
    const row = admin.page.getByRole('row').filter({ hasText: 'in use here' })
    await row.getByRole('button', { name: 'Rotate …' }).click()
    const publicKey = await makeKey('Rotate a credential', 'Admin, new')
    await admin.button('Rotate the credential').click()
    await admin.button('Work with Admin, new').click()
    // The page begins again with the other key, which is stored before.
    await admin.button('Work with Admin, new').waitFor({ state: 'detached' })
    await admin.goto('/credentials')
    const own = admin.page.getByRole('row').filter({ hasText: 'in use here' })
    await own.locator(`[title="${publicKey}"]`).waitFor()
  })

  it('shows when each was last used', async () => {
    await world.service.services.credentialUses.flush()
    await admin.page.reload()
    const own = admin.page.getByRole('row').filter({ hasText: 'in use here' })
    await own.getByRole('cell', { name: 'now', exact: true }).waitFor()
    const nightDesk = admin.page.getByRole('row').filter({ hasText: 'viewer' }).first()
    await nightDesk.getByText(/ago$/).waitFor()
    await admin.page.getByRole('row').getByText('never').first().waitFor()
  })
})

it('revokes a credential only after asking', async () => {
  const row = admin.page.getByRole('row').filter({ hasText: 'viewer' }).first()
  await row.getByRole('button', { name: 'Revoke …' }).click()
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Revoke …' }).click()
  await row.getByRole('button', { name: 'Revoke', exact: true }).click()
  await admin.sees('is refused from now on')
  await row.getByText('revoked').waitFor()
  expect(world.browser.faults).toEqual([])
})
