import { publicKeyOf } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld()
const { lender, borrower, lenderKey, borrowerKey } = desk.world

const nameOf = (organizationId: string) =>
  desk.world.book.scenario.organizations.find(({ id }) => id === organizationId)?.name ?? ''

let first: ConsoleWindow
let second: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  first = await desk.lender()
  const fragment = new URLSearchParams({ key: borrowerKey.privateKey, label: 'Borrower' })
  second = await first.tab('/', fragment)
})
afterAll(() => desk.close())

const isSignedOut = async ({ page }: ConsoleWindow) => {
  await page.getByRole('heading', { name: 'Keys of this browser' }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
}
const isOf = ({ page }: ConsoleWindow, organizationId: string) =>
  page.getByRole('banner').getByText(nameOf(organizationId)).waitFor()

/** The steps follow one another: each begins where the one before ended. */
describe('a lender and a borrower in two tabs of one browser', () => {
  it('are asked for the second key, with its public key, and each keep their own', async () => {
    await second.page.getByText(publicKeyOf(borrowerKey.privateKey)).waitFor()
    await second.sees('This browser does not have that key.')
    await second.button('Use it').click()
    await isOf(second, borrower.id)
    await first.page.reload()
    await isOf(first, lender.id)
    await second.page.reload()
    await isOf(second, borrower.id)
  })

  it('leave nothing secret in the address, the history or the storage of a tab', async () => {
    for (const { page } of [first, second]) {
      const left = await page.evaluate<string>(
        'JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, history.state])',
      )
      expect(left).not.toContain(borrowerKey.privateKey)
      expect(left).not.toContain(lenderKey.privateKey)
    }
    await second.page.goBack().catch(() => undefined)
    expect(second.page.url()).not.toContain('key=')
    await second.page.goForward().catch(() => undefined)
  })

  it('are asked about a key that changes only the fragment of an open tab', async () => {
    const fragment = `#label=x&key=${borrowerKey.privateKey}`
    await first.page.evaluate(`location.hash = '${fragment}'`)
    await first.page.getByText(publicKeyOf(borrowerKey.privateKey)).waitFor()
    expect(first.page.url()).not.toContain('key=')
    await first.button('Ignore it').click()
    await isOf(first, lender.id)
  })

  it('are both locked by one, and stay so when they are loaded again', async () => {
    await first.pressOfAccount('Lock')
    await Promise.all([isSignedOut(first), isSignedOut(second)])
    await second.page.reload()
    await isSignedOut(second)
    // A choice in one tab is none in the other.
    await first.button('Work with Lender').click()
    await isOf(first, lender.id)
    await second.page.reload()
    await isSignedOut(second)
  })

  it('lose a key in both when one forgets it', async () => {
    await second.button('Work with Borrower').click()
    await isOf(second, borrower.id)
    // No guess for a tab that has not chosen: it would act for somebody else.
    const third = await first.tab('/calls')
    await isSignedOut(third)
    const key = third.page
      .getByRole('listitem')
      .filter({ hasText: publicKeyOf(borrowerKey.privateKey) })
    await key.getByRole('button', { name: 'Forget …' }).click()
    // One press destroys nothing.
    await isOf(second, borrower.id)
    await key.getByRole('button', { name: 'Forget', exact: true }).click()
    await isSignedOut(second)
    expect(await second.page.getByText(publicKeyOf(borrowerKey.privateKey)).count()).toBe(0)
    await isOf(first, lender.id)
  })

  it('have caused no error in a browser', () => {
    expect(desk.browser.faults).toEqual([])
  })
})

it.each([
  ['a worker from text', "new Worker('/console/assets/x.js')"],
  ['a worker from a blob', "new Worker(URL.createObjectURL(new Blob(['1'])))"],
  ['another policy', "trustedTypes.createPolicy('another', { createScriptURL: (x) => x })"],
  ['the same policy again', "trustedTypes.createPolicy('vadium-worker', {})"],
  ['a script from text', "document.createElement('script').src = '/console/assets/x.js'"],
  ['markup from text', "document.body.innerHTML = '<b>x</b>'"],
])('lets nobody make %s', async (_what, script) => {
  // The page makes its only policy with the screen that needs a worker.
  await first.visit('/what-if')
  const refusal = await first.page.evaluate<string>(
    `(() => { try { ${script}; return 'allowed' } catch (error) { return error.name } })()`,
  )
  expect(refusal).toBe('TypeError')
})
