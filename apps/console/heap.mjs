import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { URL, URLSearchParams } from 'node:url'
import chromium from '@sparticuz/chromium'
import { VadiumClient } from '@vadium/client'
import { chromium as playwright } from 'playwright-core'
import { startBook } from './started-book.mjs'

// Measures what an open Today keeps in the memory of a browser while events arrive: `node heap.mjs
// <minutes>`. A program of the same desk sends a call of the demo book and cancels it, again and
// again, and the prices of the book move by themselves. Prints JSON: the heap after a forced
// collection and the nodes of the document at the begin, after a sixth, a half and all of the time,
// with how many calls were sent by then.
const minutes = Number(process.argv[2] ?? 30)
const betweenCallsMs = 2_000

const dataFolder = await mkdtemp(join(tmpdir(), 'vadium-heap-'))
const book = await startBook(dataFolder)
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
  headless: true,
})
const { origin, hash } = new URL(book.lender)
const desk = new VadiumClient({
  baseUrl: origin,
  privateKey: new URLSearchParams(hash.slice(1)).get('key') ?? '',
})

/** Sends the first call that can be sent, and cancels it. */
async function sendAndCancel() {
  const { to_call } = await desk.today.show()
  const [position] = to_call.positions
  const { calculation } = await desk.markToMarketRequests.preview({
    position_id: position.id,
    explain: true,
  })
  const call = await desk.markToMarketRequests.create({
    position_id: position.id,
    calculation_id: calculation.calculation_id,
  })
  await desk.markToMarketRequests.cancel(call.id)
}

try {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.goto(book.lender)
  await page.getByRole('status').filter({ hasText: 'live' }).first().waitFor()
  const measured = []
  let calls = 0
  let refused = 0
  const startedAt = performance.now()
  const minute = () => (performance.now() - startedAt) / 60_000
  const measure = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
    const at = Math.round(minute() * 10) / 10
    measured.push({ minute: at, heapBytes: usedSize, nodes, jsEventListeners, calls, refused })
  }
  await pause(10_000)
  await measure()
  for (const until of [minutes / 6, minutes / 2, minutes]) {
    while (minute() < until) {
      // Prices can move between a preview and its call.
      await sendAndCancel().then(
        () => (calls += 1),
        () => (refused += 1),
      )
      await pause(betweenCallsMs)
    }
    await measure()
  }
  console.log(JSON.stringify(measured))
} finally {
  await desk.close()
  await browser.close()
  await book.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
