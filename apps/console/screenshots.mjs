import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, URLSearchParams } from 'node:url'
import chromium from '@sparticuz/chromium'
import { ApprovalRequiredError, VadiumClient } from '@vadium/client'
import { chromium as playwright } from 'playwright-core'
import { profileIn, startBook } from './started-book.mjs'

// Takes the pictures of docs/console.md from a demo book of its own: `pnpm console:screenshots`.
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs/console')

const showcaseOrder = '1001'

/**
 * Each picture: its name, and the way to it from the first screen. The outcome that stays unknown
 * is the last, because the browser keeps it.
 */
const pictures = [
  ['today', async () => {}],
  ['positions', (page) => page.getByRole('link', { name: 'Positions', exact: true }).click()],
  ['position', openShowcase],
  [
    'confirmation',
    async (page) => {
      await openShowcase(page)
      await page.getByRole('button', { name: /^Call collateral/ }).click()
      await page.getByText('Recomputed in this browser').waitFor()
    },
  ],
  ['calls', (page) => page.getByRole('link', { name: 'Calls', exact: true }).click()],
  ['orders', (page) => page.getByRole('link', { name: 'Orders', exact: true }).click()],
  ['order', openOrder],
  [
    'new-order',
    async (page) => {
      await page.getByRole('link', { name: 'Orders', exact: true }).click()
      await page.getByRole('link', { name: /^New order/ }).click()
      await page.getByRole('heading', { name: 'New order' }).waitFor()
    },
  ],
  [
    'order-requests',
    (page) => page.getByRole('link', { name: 'Order requests', exact: true }).click(),
  ],
  [
    'thread',
    async (page) => {
      await openOrder(page)
      await page.locator('main').getByRole('link', { name: 'Thread' }).click()
      await page.getByRole('list', { name: 'Entries' }).waitFor({ state: 'attached' })
    },
  ],
  [
    'declaration',
    async (page) => {
      await openDefault(page, '1024')
      await page.locator('main').getByRole('link', { name: 'Position', exact: true }).click()
      await page.getByRole('button', { name: /^Declare a default/ }).click()
      await page.getByRole('list', { name: 'Causes now' }).waitFor()
    },
  ],
  ['notice', (page) => openDefault(page, '1024')],
  ['provisional-statement', (page) => openStatement(page, '1029')],
  ['statement', (page) => openStatement(page, '982')],
  ['reports', (page) => page.getByRole('link', { name: 'Reports', exact: true }).click()],
  ['notifications', (page) => page.getByRole('link', { name: /^Notifications/ }).click()],
  [
    'developer',
    async (page) => {
      await page.getByRole('link', { name: 'Transfers', exact: true }).click()
      await page.getByRole('region', { name: 'Transfers' }).waitFor()
      await page.keyboard.press('Control+Backquote')
      await page.getByRole('button', { name: 'Sign a line' }).click()
      await page.getByRole('button', { name: 'Sign another' }).waitFor()
    },
  ],
  ['transfers', (page) => page.getByRole('link', { name: 'Transfers', exact: true }).click()],
  [
    'what-if',
    async (page) => {
      await page.getByRole('link', { name: 'What if', exact: true }).click()
      await page.getByLabel('The price that moves').selectOption('BTC')
      await page.getByRole('link', { name: '+10 %' }).click()
      await page.getByRole('heading', { name: 'By counterparty' }).waitFor()
    },
  ],
  ['prices', (page) => page.getByRole('link', { name: 'Prices', exact: true }).click()],
  ['counterparties', openCounterparties],
  [
    'agreement',
    async (page) => {
      await openCounterparties(page)
      await page.getByRole('link', { name: 'Terms and versions' }).first().click()
      await page.getByRole('heading', { name: 'Versions', exact: true }).waitFor()
    },
  ],
  ['unknown-outcome', leaveWithoutAnswer],
]

/** Those that only an admin has, once another account has asked for something. */
const picturesOfAdmin = [
  [
    'credentials',
    async (page) => {
      await page.getByRole('link', { name: 'Credentials', exact: true }).click()
      await page.getByRole('region', { name: 'Credentials' }).waitFor()
    },
  ],
  [
    'approvals',
    async (page) => {
      await page.getByRole('link', { name: 'Approvals', exact: true }).click()
      await page.getByRole('region', { name: 'To decide' }).waitFor()
    },
  ],
  [
    'approval',
    async (page) => {
      await page.getByRole('link', { name: 'Approvals', exact: true }).click()
      await page.getByRole('region', { name: 'To decide' }).getByRole('link').first().click()
      await page.getByText(/recomputed in this browser/i).waitFor()
    },
  ],
]

/** A call of the desk that another account has to approve. */
async function askForApproval() {
  const clientOf = async (name) => {
    const { url, privateKey } = await profileIn(dataFolder, name)
    return new VadiumClient({ baseUrl: url, privateKey })
  }
  const [admin, desk] = [await clientOf('harbor-admin'), await clientOf('harbor-execution')]
  const operation = 'createMarkToMarketRequest'
  const rule = { operation, above_usd: '100000', approvals: 1, within_seconds: 14_400 }
  await admin.approvalPolicies.set({ rules: [rule] })
  const { positions } = await desk.positions.list({ ready_for_m2m: true })
  const { id } = positions.find(({ order_id_pretty: number }) => String(number) === showcaseOrder)
  const { calculation } = await desk.markToMarketRequests.preview({
    position_id: id,
    explain: true,
  })
  const body = { position_id: id, calculation_id: calculation.calculation_id }
  await desk.markToMarketRequests.create(body).catch((error) => {
    if (!(error instanceof ApprovalRequiredError)) throw error
  })
  await Promise.all([admin.close(), desk.close()])
}

async function openCounterparties(page) {
  await page.getByRole('link', { name: 'Counterparties', exact: true }).click()
  await page.getByRole('heading', { name: 'Agreements' }).waitFor()
}

async function openShowcase(page) {
  await page.getByRole('link', { name: showcaseOrder, exact: true }).first().click()
  await page.getByRole('heading', { name: 'Terms' }).waitFor()
}

async function openDefault(page, order) {
  await page.getByRole('link', { name: 'Defaults', exact: true }).click()
  await page.locator('main table').getByRole('link', { name: order, exact: true }).click()
  await page.getByRole('heading', { name: 'The notice' }).waitFor()
}

async function openStatement(page, order) {
  await openDefault(page, order)
  await page.getByText('Recomputed in this browser: equal, digit for digit.').waitFor()
}

/** A call whose answer is lost, and the question when its screen is left. */
async function leaveWithoutAnswer(page) {
  await openShowcase(page)
  await page.getByRole('button', { name: /^Call collateral/ }).click()
  await page.getByText('Recomputed in this browser').waitFor()
  await page.route('**/mark-to-market-requests', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Send the call' }).click()
  await page.getByText('The outcome is unknown.').waitFor()
  await page.goBack()
  await page.getByRole('alertdialog').waitFor()
}

async function openOrder(page) {
  await openShowcase(page)
  await page.locator('main').getByRole('link', { name: 'Order', exact: true }).click()
  await page.getByRole('heading', { name: 'The deal' }).waitFor()
}

/** In one browser, which keeps the files of the page: an address may ask for so many a minute. */
async function take(browser, address, theme, pictures) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Without a language of its own, the browser names one that no formatter takes.
    locale: 'en-US',
    colorScheme: theme,
  })
  const page = await context.newPage()
  await page.goto(address)
  const first = new URL('.', address).href
  for (const [name, goThere] of pictures) {
    await page.getByRole('list', { name: 'Needs you' }).waitFor()
    await goThere(page)
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
    await page.mouse.move(0, 0)
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
    if (name !== pictures.at(-1)[0]) await page.goto(first)
  }
  await context.close()
}

const dataFolder = await mkdtemp(join(tmpdir(), 'vadium-screenshots-'))
const demo = await startBook(dataFolder)
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
  headless: true,
})
try {
  await mkdir(folder, { recursive: true })
  for (const theme of ['light', 'dark']) await take(browser, demo.lender, theme, pictures)
  await askForApproval()
  const { url, privateKey: key } = await profileIn(dataFolder, 'harbor-admin')
  const address = `${url}/console/#${new URLSearchParams({ key, label: 'Administrator' })}`
  for (const theme of ['light', 'dark']) await take(browser, address, theme, picturesOfAdmin)
} finally {
  await browser.close()
  await demo.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
