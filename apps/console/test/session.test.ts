import { publicKeyOf } from '@vadium/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'
import { violations } from './harness/axe.ts'

const desk = new ConsoleWorld()
const { lender, borrower, lenderKey, borrowerKey } = desk.world

beforeAll(() => desk.start())
afterAll(() => desk.close())

const address = (privateKey: string, label: string) =>
  new URLSearchParams({ key: privateKey, label })
const nameOf = (organizationId: string) =>
  desk.world.book.scenario.organizations.find(({ id }) => id === organizationId)?.name ?? ''

describe('a lender and a borrower in two tabs of one browser', () => {
  let first: ConsoleWindow
  let second: ConsoleWindow
  beforeEach(async () => {
    first = await desk.lender()
    second = await first.tab('/', address(borrowerKey.privateKey, 'Borrower'))
  })
  afterEach(() => first.close())

  const isSignedOut = async ({ page }: ConsoleWindow) => {
    await page.getByRole('heading', { name: 'Keys of this browser' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
  }
  const isOf = ({ page }: ConsoleWindow, organizationId: string) =>
    page.getByRole('banner').getByText(nameOf(organizationId)).waitFor()

  it('are asked for the second key, with its public key, and each keep their own', async () => {
    await second.page.getByText(publicKeyOf(borrowerKey.privateKey)).waitFor()
    await second.sees('This browser does not have that key.')
    await second.button('Use it').click()
    await isOf(second, borrower.id)
    await first.page.reload()
    await isOf(first, lender.id)
    await second.page.reload()
    await isOf(second, borrower.id)
    // No guess for a tab that has not chosen: it would act for somebody else.
    await isSignedOut(await first.tab('/calls'))
  })

  it('leave nothing secret in the address, the history or the storage of a tab', async () => {
    await second.button('Use it').click()
    await isOf(second, borrower.id)
    for (const { page } of [first, second]) {
      const left = await page.evaluate<string>(
        'JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, history.state])',
      )
      expect(left).not.toContain(borrowerKey.privateKey)
      expect(left).not.toContain(lenderKey.privateKey)
    }
    await second.page.goBack().catch(() => undefined)
    expect(second.page.url()).not.toContain('key=')
  })

  it('are both locked by one, and stay so when they are loaded again', async () => {
    await second.button('Use it').click()
    await isOf(second, borrower.id)
    await first.button('Lock').click()
    await Promise.all([isSignedOut(first), isSignedOut(second)])
    await second.page.reload()
    await isSignedOut(second)
    // A choice in one tab is none in the other.
    await first.button('Work with Lender').click()
    await isOf(first, lender.id)
    await second.page.reload()
    await isSignedOut(second)
  })

  it('are locked even if the message does not arrive, once they are shown or loaded', async () => {
    await second.button('Use it').click()
    await isOf(second, borrower.id)
    const choice = await second.page.evaluate<string>('JSON.stringify({...sessionStorage})')
    await second.page.close()
    await first.button('Lock').click()
    await isSignedOut(first)
    await first.button('Work with Lender').click()
    // A tab that slept wakes with the choice that it had.
    const woken = await first.tab('/')
    await woken.page.evaluate(`Object.assign(sessionStorage, ${choice})`)
    await woken.page.reload()
    await isSignedOut(woken)
  })

  it('lose a key in both when one forgets it', async () => {
    await second.button('Use it').click()
    await isOf(second, borrower.id)
    const third = await first.tab('/')
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
})

describe('a hostile address', () => {
  let window: ConsoleWindow
  beforeAll(async () => {
    window = await desk.lender()
  })
  afterAll(() => window.close())

  it('cannot name its key like one of this browser: the public key is shown', async () => {
    const tab = await window.tab(
      '/',
      address(borrowerKey.privateKey, 'Lender\u202E\n' + 'x'.repeat(500)),
    )
    await tab.page.getByText(publicKeyOf(borrowerKey.privateKey)).waitFor()
    await tab.sees('This browser does not have that key.')
    const name = (await tab.page.locator('q').first().textContent()) ?? ''
    expect(name).toMatch(/^Lenderx{1,80}$/)
    await tab.button('Ignore it').click()
    expect(await tab.page.getByText(publicKeyOf(borrowerKey.privateKey)).count()).toBe(0)
  })

  it('is said to have a key that the browser has, under the name that it has here', async () => {
    const tab = await window.tab('/', address(lenderKey.privateKey, 'Somebody else'))
    await tab.page.getByText('This browser has that key, under the name').waitFor()
    expect(await tab.page.locator('q').last().textContent()).toBe('Lender')
    expect(await violations(tab)).toEqual([])
  })

  it.each(['key=short', 'key=', `label=x&key=${'A'.repeat(43)}%00`])(
    'with #%s leaves no key in the address and changes nothing',
    async (fragment) => {
      const tab = await window.tab('/', new URLSearchParams(fragment))
      await tab.page.getByRole('navigation', { name: 'Screens' }).waitFor()
      expect(tab.page.url()).not.toContain('key=')
    },
  )

  it('that changes only the fragment of an open tab is asked about as well', async () => {
    const fragment = `#label=x&key=${borrowerKey.privateKey}`
    await window.page.evaluate(`location.hash = '${fragment}'`)
    await window.page.getByText(publicKeyOf(borrowerKey.privateKey)).waitFor()
    expect(window.page.url()).not.toContain('key=')
  })
})

it('causes no error in a browser, and none of the refusals of its policy', () => {
  expect(desk.browser.faults).toEqual([])
})

describe('the page of the API', () => {
  it('breaks no rule of its policy, and its search finds the chapter on signing', async () => {
    const service = { url: desk.world.service.url }
    const { page } = await desk.browser.openAddress(service, `${service.url}/docs/`, 'Reader')
    await page.getByRole('heading', { name: 'Signing a request' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search').fill('signing')
    await page.getByRole('option', { name: 'Signing a request' }).waitFor()
    expect(desk.browser.faults).toEqual([])
  })
})
