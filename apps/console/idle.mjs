import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { URL } from 'node:url'
import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'
import { startBook } from './started-book.mjs'

// Measures what an idle Today takes from the network, on the demo book, whose prices move by
// themselves: `node idle.mjs <minutes>`. Prints JSON: what each kind of request took while nobody
// touched the page, that as bytes an hour, and the bytes an hour if prices moved without a pause, so
// that Today were read every five seconds.
const minutes = Number(process.argv[2] ?? 3)
const readingsAnHour = 3_600 / 5

const dataFolder = await mkdtemp(join(tmpdir(), 'vadium-idle-'))
const book = await startBook(dataFolder)
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
  headless: true,
})

/** Counts the bytes of answers as they come over the network, by their paths. */
async function counted(page) {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const paths = new Map()
  const taken = new Map()
  const add = ({ requestId, encodedDataLength: bytes }, count) => {
    const path = paths.get(requestId) ?? 'unknown'
    const before = taken.get(path) ?? { count: 0, bytes: 0 }
    taken.set(path, { count: before.count + count, bytes: before.bytes + bytes })
  }
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    paths.set(requestId, new URL(request.url).pathname)
  })
  // A stream never ends, so it is counted as it comes.
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (paths.get(requestId)?.endsWith('/events:stream')) add({ requestId, encodedDataLength }, 0)
  })
  network.on('Network.loadingFinished', (loaded) => add(loaded, 1))
  // A reading that a newer one replaces. What arrived of it is not known.
  network.on('Network.loadingFailed', ({ requestId }) => {
    paths.set(requestId, `${paths.get(requestId) ?? 'unknown'}, ended early`)
    add({ requestId, encodedDataLength: 0 }, 1)
  })
  return taken
}

try {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  const page = await context.newPage()
  const taken = await counted(page)
  await page.goto(book.lender)
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  taken.clear()
  await pause(minutes * 60_000)
  const requests = Object.fromEntries(taken)
  const bytes = [...taken.values()].reduce((sum, one) => sum + one.bytes, 0)
  const today = taken.get('/today') ?? { count: 0, bytes: 0 }
  const perReading = today.count === 0 ? 0 : bytes / today.count
  console.log(
    JSON.stringify({
      minutes,
      requests,
      bytesAnHour: Math.round((bytes * 60) / minutes),
      bytesAReading: Math.round(perReading),
      bytesAnHourIfPricesNeverRest: Math.round(perReading * readingsAnHour),
    }),
  )
} finally {
  await browser.close()
  await book.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
