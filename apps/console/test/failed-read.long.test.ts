import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleWorld } from './harness/console-world.ts'
import { violations } from './harness/axe.ts'

const desk = new ConsoleWorld({ short: 3 })

beforeAll(() => desk.start())
afterAll(() => desk.close())

const refusal = (status: number, reason: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ error: { reason, message: 'It cannot be read.', request_id: 'r-1' } }),
})

it.concurrent.each([
  ['the service does not answer', undefined],
  ['the service no longer accepts this key', refusal(401, 'UNAUTHENTICATED')],
  ['too many requests were sent', refusal(429, 'RATE_LIMITED')],
])('keeps what was read, and says that it is not current because %s', async (why, answer) => {
  const deal = desk.world.shortDeal()
  const lender = await desk.lender()
  await lender.goto(`/positions/${deal.positionId}`)
  let isDown = true
  await lender.page.route('**/positions/*', async (route) => {
    if (!isDown) await route.continue()
    else if (answer === undefined) await route.abort('connectionrefused')
    else await route.fulfill(answer)
  })
  // The event of a call has the position read again. So has the stream of events, if it opens
  // later.
  await desk.world.margin.create(deal)
  await lender.page.getByRole('alert').getByText(`Not current: ${why}`).waitFor()
  await lender.sees(/What is shown was read \d+ (?:s|min)/)
  await lender.page.getByRole('heading', { name: 'Terms' }).waitFor()
  if (answer === undefined) expect(await violations(lender)).toEqual([])
  // Not before the press: a page reads again by itself after a while, and the button would be gone.
  await lender.page.exposeFunction('comeBack', () => {
    isDown = false
  })
  await lender.page.evaluate('addEventListener("pointerdown", () => comeBack())')
  await lender.button('Read again').click()
  await lender.page.getByRole('alert').waitFor({ state: 'detached' })
  await lender.close()
})

it('says that a part of the page did not arrive instead of staying blank', async () => {
  const window = await desk.browser.openWithoutKey(desk.world.service, 'Newcomer')
  const { page } = window
  await page.route('**/assets/sign-in-*.js', (route) => route.fulfill({ status: 429 }))
  await page.reload()
  await page
    .getByRole('alert')
    .getByText(/could not be loaded/)
    .waitFor()
  await window.leaveAnswers()
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 429 }))
  await page.reload()
  await page.getByText('The page has not loaded').waitFor()
  await window.close()
})

it('counts ages and what is left by the time of a sandbox', async () => {
  const lender = await desk.lender()
  await lender.changeAnswers('**/credentials/current', (text) => {
    const current = JSON.parse(text) as object
    return JSON.stringify({ ...current, sandbox: true, book_time: '2026-03-02T15:00:00.000Z' })
  })
  await lender.goto('/')
  // The prices are of 12:00, and the clock of the browser has that time as well.
  await lender.page
    .getByRole('banner')
    .getByText(/prices 3 h old/)
    .waitFor()
  await lender.close()
})
