import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VadiumClient } from '@vadium/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type WrittenBook, writeBook } from '../../../tools/start/src/books.ts'
import { readSettings } from '../../../tools/start/src/settings.ts'
import { type BreakableLink, openBreakableLink } from '../../api/test/harness/breakable-link.ts'
import { buildService, type RunningProcess } from '../../api/test/harness/built-service.ts'
import { createDatabase, type TestDatabase } from '../../api/test/harness/database.ts'
import { freePort } from '../../../tools/local-postgres/src/port.ts'
import { served } from '../../api/test/harness/served-process.ts'
import { TestBrowser } from './harness/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'vadium-killed-'))
const browser = new TestBrowser()
let database: TestDatabase
let link: BreakableLink
let running: RunningProcess
let url: string
let book: WrittenBook
let start: () => Promise<RunningProcess>

const keyOf = (title: string) => book.sides.find((side) => side.title === title)?.privateKey ?? ''

beforeAll(async () => {
  const [service, port] = await Promise.all([buildService(), freePort(), browser.start()])
  database = await createDatabase()
  link = await openBreakableLink(database.url)
  url = `http://127.0.0.1:${port}`
  const variables = { SANDBOX: '1', VADIUM_DATA: folder, PORT: String(port) }
  book = writeBook(readSettings(variables, folder))
  start = () =>
    served(service, port, {
      DATABASE_URL: link.url,
      SANDBOX: '1',
      SCENARIO: book.path,
      CONSOLE: 'true',
    })
  running = await start()
  const operator = new VadiumClient({ baseUrl: url, privateKey: keyOf('Operator') })
  const time = '2026-01-05T09:00:01.000Z'
  await operator.sandbox.scriptPrices({
    prices: [{ asset: 'ETH', source: 'sandbox-feed', price_usd: '2200', time }],
  })
  await operator.sandbox.advance({ to: time })
  await operator.close()
})
afterAll(async () => {
  await browser.close()
  running.child.kill('SIGKILL')
  await running.ended
  await link.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

it('says that the outcome is unknown when the service dies in the middle of a create, then what became of it, with one effect', async () => {
  const fragment = new URLSearchParams({ key: keyOf('Lender'), label: 'Lender' })
  const lender = await browser.openAddress(
    { url },
    `${url}/console/#${fragment.toString()}`,
    'Lender',
  )
  const { page } = lender
  await lender.button('Call: order 1').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^✓ Recomputed in this browser/).waitFor()
  // The service has the request, and its statements do not come through any more.
  link.stall()
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/mark-to-market-requests'),
  )
  await dialog.getByRole('button', { name: 'Send the call' }).click()
  await sent
  running.child.kill('SIGKILL')
  await running.ended
  await dialog.getByText('The outcome is unknown.').waitFor()
  await link.mend()
  running = await start()
  await dialog.getByText('Sent.').waitFor()
  const { rows } = await database.query('SELECT id FROM mark_to_market_requests')
  expect(rows).toHaveLength(1)
  expect(browser.faults).toEqual([])
})
