import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { URL } from 'node:url'
import chromium from '@sparticuz/chromium'
import { VadiumClient } from '@vadium/client'
import { chromium as playwright } from 'playwright-core'
import { profileIn, startBook } from './started-book.mjs'

// Measures what an idle page takes from the network, on the demo book, whose feeds quote every
// minute: `node idle.mjs <minutes> <path> moving`. The path is that of Today unless it is given. With
// `moving`, a price moves each second. Prints JSON: what each kind of request took while nobody
// touched the page, and that as bytes an hour.
const [minutes = '3', path = '/', isMoving] = process.argv.slice(2)
const untilMs = Number(minutes) * 60_000

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
  // The bodies, which are counted as they come: a stream never ends, and of an answer that was read
  // the client lets go before the browser says that it has ended.
  network.on('Network.dataReceived', (received) => add(received, 0))
  // Their headers.
  network.on('Network.responseReceived', ({ requestId, response }) => {
    add({ requestId, encodedDataLength: response.encodedDataLength }, 1)
  })
  return taken
}

/** Moves the price of BTC each second by a few cents, until it is stopped. */
async function moving(signal) {
  const { url, privateKey } = await profileIn(dataFolder, 'vadium-operator')
  const operator = new VadiumClient({ baseUrl: url, privateKey })
  const source = 'measured'
  await operator.priceSources.create({ source })
  for (let step = 0; !signal.aborted; step += 1) {
    const price_usd = `972${50 + (step % 7)}.25`
    await operator.prices.push({ quotes: [{ asset: 'BTC', source, price_usd }] })
    await pause(1_000)
  }
  await operator.close()
}

const life = new AbortController()
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
  if (path !== '/') {
    await page.goto(`${book.lender.split('/#')[0]}${path}`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  }
  const moves = isMoving === 'moving' ? moving(life.signal) : undefined
  taken.clear()
  await pause(untilMs)
  const requests = Object.fromEntries(taken)
  const bytes = [...taken.values()].reduce((sum, one) => sum + one.bytes, 0)
  life.abort()
  await moves
  console.log(JSON.stringify({ requests, bytesAnHour: Math.round((bytes * 3_600_000) / untilMs) }))
} finally {
  await browser.close()
  await book.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
