import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const markup = '<img src=x onerror="document.title=1"> first line'
const desk = new ConsoleWorld({ short: 1 })
const deal = desk.world.shortDeal()
let lender: ConsoleWindow
let borrower: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  ;[lender, borrower] = await Promise.all([desk.lender(), desk.borrower()])
})
afterAll(() => desk.close())

/** The steps follow one another: each begins where the one before ended. */
describe('the thread of an order between two windows', () => {
  it('takes a message of several lines from the screen of the order', async () => {
    await lender.goto(`/orders/${deal.orderId}`)
    await lender.page.locator('main').getByRole('link', { name: 'Thread' }).click()
    await lender.page.getByLabel(/^Message, which/).fill(`${markup}\nsecond line`)
    await lender.button('Send').dblclick()
    await lender.sees('Sent.')
    // The order itself asked for an answer before.
    const entries = lender.page.getByRole('list', { name: 'Entries' }).locator('li')
    await entries.nth(1).waitFor()
    expect(await entries.count()).toBe(2)
    expect(await lender.page.getByLabel(/^Message, which/).inputValue()).toBe('')
  })

  it('shows the message to the other side as text, and as unread until it is seen', async () => {
    const { page } = borrower
    await page.getByRole('link', { name: 'Threads' }).click()
    const unread = page.locator('main').getByText('2 unread')
    await unread.waitFor()
    await page.locator('main').getByRole('link').first().click()
    const text = page.getByRole('list', { name: 'Entries' }).locator('li').last().locator('p')
    await text.filter({ hasText: 'second line' }).waitFor()
    expect(await text.textContent()).toBe(`${markup}\nsecond line`)
    expect(await page.title()).toMatch(/ · Vadium$/)
    expect(await page.locator('main img').count()).toBe(0)
    await page.getByRole('link', { name: 'Threads' }).click()
    await page.locator('main').getByRole('listitem').first().waitFor()
    await unread.waitFor({ state: 'detached' })
    await page.locator('main').getByRole('link').first().click()
  })

  it('shows an answer in the first window without a reload', async () => {
    await borrower.page.getByLabel(/^Message, which/).fill('Seen.')
    await borrower.button('Send').click()
    await lender.page.getByRole('list', { name: 'Entries' }).getByText('Seen.').waitFor()
  })
})

describe('a notification', () => {
  it('is counted in the frame of every screen, and no more once it is read', async () => {
    const { page } = borrower
    await desk.world.margin.create(deal)
    const frame = page.getByRole('banner')
    await frame.getByText('1 unread').waitFor()
    await frame.getByRole('link', { name: /^Notifications/ }).click()
    await borrower.button(/^Mark as read/).click()
    await borrower.sees('No notification matches these filters.')
    await frame.getByText('unread').waitFor({ state: 'detached' })
  })

  it('leads to what it is about', async () => {
    await borrower.goto('/notifications')
    await borrower.page.locator('main').getByRole('link', { name: 'call', exact: true }).click()
    await borrower.sees('What is asked for')
  })

  it('is muted by its category, which changes of keys cannot be', async () => {
    const { page } = borrower
    await borrower.goto('/notifications/preferences')
    await page.getByLabel(/^mark to market to answer/).uncheck()
    expect(await page.getByLabel(/^credential changed/).isDisabled()).toBe(true)
    await borrower.button('Save').click()
    await borrower.sees('Saved.')
    await borrower.goto('/notifications')
    await borrower.sees('No notification matches these filters.')
    await page.getByLabel('Muted ones').selectOption('include')
    await page.locator('main').getByRole('link', { name: 'call', exact: true }).waitFor()
  })

  it('causes no error in a browser, and none of the refusals of its policy', () => {
    expect(desk.browser.faults).toEqual([])
  })
})
