import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld()

beforeAll(() => desk.start())
afterAll(() => desk.close())

it('breaks no rule of its policy, and its search finds the chapter on signing', async () => {
  const service = { url: desk.world.service.url }
  const { page } = await desk.browser.openAddress(service, `${service.url}/docs/`, 'Reader')
  await page.getByRole('heading', { name: 'Signing a request' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search').fill('signing')
  await page.getByRole('option', { name: 'Signing a request' }).waitFor()
  expect(desk.browser.faults).toEqual([])
})

it('finds sections of the guides, with the keyboard alone', async () => {
  const service = { url: desk.world.service.url }
  const { page } = await desk.browser.openAddress(service, `${service.url}/docs/guides/`, 'Reader')
  await page.keyboard.press('/')
  await page.keyboard.type('idempotency')
  const list = page.getByRole('list', { name: 'Sections' })
  await list.getByRole('link', { name: 'Writes The HTTP API' }).waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await page.keyboard.type(' key')
  await list.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/guides\/[a-z-]+(?:#.*)?$/)
  await page.getByRole('searchbox', { name: 'Search the guides' }).fill('xylophone')
  await page.getByText('Nothing was found.').waitFor()
  expect(desk.browser.faults).toEqual([])
})
