import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { URL, URLSearchParams } from 'node:url'
import chromium from '@sparticuz/chromium'
import { VadiumClient } from '@vadium/client'
import { chromium as playwright } from 'playwright-core'
import { startBook } from './started-book.mjs'

// Measures the console in a real browser, on a sandbox of its own, and prints the figures as JSON:
// `node measure.mjs <rounds>`. Part of `pnpm bench`.
const rounds = Number(process.argv[2] ?? 7)

function clientOf(address) {
  const { origin, hash } = new URL(address)
  const privateKey = new URLSearchParams(hash.slice(1)).get('key') ?? ''
  return new VadiumClient({ baseUrl: origin, privateKey })
}

/** Since the begin of the navigation, with an empty cache, until positions are on screen. */
async function interactiveMs(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(`
    globalThis.shownAtMs = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector('main a[href*="/positions/"]')) resolve(performance.now())
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  `)
  await page.goto(address)
  const ms = await page.evaluate('globalThis.shownAtMs')
  await context.close()
  return ms
}

/** Since a change is sent, until the window of the other side shows it. */
async function eventsMs(browser, { lender, borrower, operator }) {
  const host = clientOf(operator)
  const { time } = await host.sandbox.get()
  const to = new Date(Date.parse(time) + 1_000).toISOString()
  const quote = { asset: 'ETH', source: 'sandbox-feed', price_usd: '2200', time: to }
  await host.sandbox.scriptPrices({ prices: [quote] })
  await host.sandbox.advance({ to })
  const desk = clientOf(lender)
  const { positions } = await desk.positions.list({})
  const position_id = positions[0].id
  const page = await (await browser.newContext()).newPage()
  await page.goto(borrower)
  await page.getByRole('status').filter({ hasText: 'live' }).waitFor()
  const called = page.getByRole('region', { name: 'Calls and releases' })
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    const { calculation } = await desk.markToMarketRequests.preview({ position_id, explain: true })
    const { calculation_id } = calculation
    let sentAt = performance.now()
    const call = await desk.markToMarketRequests.create({ position_id, calculation_id })
    await called.waitFor()
    times.push(performance.now() - sentAt)
    sentAt = performance.now()
    await desk.markToMarketRequests.cancel(call.id)
    await called.waitFor({ state: 'detached' })
    times.push(performance.now() - sentAt)
  }
  await Promise.all([host.close(), desk.close()])
  return times
}

const sizes = JSON.parse(
  execFileSync(process.execPath, [join(import.meta.dirname, 'size.mjs'), '--json'], {
    encoding: 'utf8',
  }),
)
const dataFolder = await mkdtemp(join(tmpdir(), 'vadium-measure-'))
const sandbox = await startBook(dataFolder, { SANDBOX: '1', SCENARIO: '' })
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
  headless: true,
})
try {
  const interactive = []
  // The first one warms the service.
  for (let round = 0; round <= rounds; round += 1) {
    const ms = await interactiveMs(browser, sandbox.lender)
    if (round > 0) interactive.push(ms)
  }
  const events = await eventsMs(browser, sandbox)
  console.log(JSON.stringify({ sizes, interactiveMs: interactive, eventMs: events }))
} finally {
  await browser.close()
  await sandbox.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
