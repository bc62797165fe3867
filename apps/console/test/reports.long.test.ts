import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from '../../api/test/harness/call.ts'
import { now } from '../../api/test/harness/world/world.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 2, over: 1 })
let lender: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  lender = await desk.lender()
})
afterAll(() => desk.close())

it.each(['csv', 'json'] as const)(
  'saves a report as %s with the bytes of the API',
  async (format) => {
    const query = `as_of=${encodeURIComponent(now)}&format=${format}`
    await lender.goto(`/reports?${query}`)
    const file = lender.page.waitForEvent('download')
    await lender.button(/^Save as/).click()
    const download = await file
    expect(download.suggestedFilename()).toBe(`vadium-positions-2026-03-02T120000000Z.${format}`)
    const { text } = await call(desk.world.service, {
      target: `/reports/positions?${query}`,
      key: desk.world.lenderKey,
    })
    expect(await readFile(await download.path(), 'utf8')).toBe(text)
    await lender.sees(`${Buffer.byteLength(text)} bytes, complete.`)
  },
)

it('saves nothing of a report that ends early, and says so', async () => {
  const { page } = lender
  let downloads = 0
  page.on('download', () => (downloads += 1))
  // Cut off in the middle of its last line.
  await lender.changeAnswers('**/reports/positions**', (text) => text.slice(0, -5))
  await lender.goto('/reports')
  await lender.button(/^Save as/).click()
  await lender.sees('The file is not complete. Nothing was saved.')
  expect(downloads).toBe(0)
})

it('names the parameters that the service refuses', async () => {
  await lender.leaveAnswers()
  await lender.goto('/reports?report=interest&from=2026-03-01T00%3A00%3A00.000Z')
  await lender.button(/^Save as/).click()
  await lender.sees('The file was not begun. Nothing was saved.')
  await lender.page.getByRole('alert').getByText('is required together with from').first().waitFor()
  expect(desk.browser.faults).toEqual([])
})
