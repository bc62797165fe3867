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
