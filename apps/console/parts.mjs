import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'
import { startBook } from './started-book.mjs'

// Writes docs/console-parts.md: a picture of each part of the console in both themes, taken from a
// demo book of its own: `pnpm console:parts`.
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs/console/parts')

const region = (page, name) => page.getByRole('region', { name, exact: true })
const panel = (page, heading) =>
  page
    .locator('main .panel, main section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
    .last()
const openPosition = async (page) => {
  await page.getByRole('link', { name: '1001', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Terms' }).waitFor()
}

/** Each part: its name, its file below `src`, when to use it, where it is, and what is pictured. */
const parts = [
  {
    name: 'Badge',
    file: 'figures/badge.tsx',
    use: 'A state in words. The colour helps to find it, and never carries the meaning alone.',
    path: '/positions',
    show: (page) => gathered(page, 'main [data-tone]'),
  },
  {
    name: 'Button',
    file: 'figures/button.tsx',
    use: 'What acts. One of them is primary; three dots say that something is asked first.',
    path: '/',
    go: openPosition,
    show: (page) => page.getByRole('button', { name: /^Call collateral/ }).locator('..'),
  },
  {
    name: 'DataTable',
    file: 'table/data-table.tsx',
    use: 'A list. It is sorted by a header, grouped and summed, and has the rows on screen only.',
    path: '/positions?group=counterparty&sort=-value',
    show: (page) => region(page, 'Positions'),
  },
  {
    name: 'Columns',
    file: 'table/table-settings.tsx',
    use: 'What a person chooses of a table: groups, height of rows, columns, which stay in place.',
    path: '/positions',
    go: (page) => page.getByRole('button', { name: 'Columns', exact: true }).click(),
    show: (page) => page.getByRole('group', { name: 'Columns of Positions' }),
  },
  {
    name: 'Choice',
    file: 'figures/choice.tsx',
    use: 'A filter with known values. Its value is in the address.',
    path: '/positions',
    show: (page) => page.locator('main .filters'),
  },
  {
    name: 'Form',
    file: 'figures/form.tsx',
    use: 'What is sent. Its fields, their help and their faults come from the schema.',
    path: '/orders/new',
    show: (page) => page.locator('main form').first(),
  },
  {
    name: 'Facts',
    file: 'figures/facts.tsx',
    use: 'Names and figures below one another. A figure is the text of the API, digit for digit.',
    path: '/',
    go: openPosition,
    show: (page) => panel(page, 'Held'),
  },
  {
    name: 'CoverageMeter',
    file: 'figures/coverage-meter.tsx',
    use: 'The coverage between the levels of its agreement; small in a row, large on its screen.',
    path: '/',
    go: openPosition,
    show: (page) =>
      page
        .locator('main .panel')
        .filter({ has: page.getByRole('meter') })
        .first(),
  },
  {
    name: 'CoverageWeek',
    file: 'figures/coverage-week.tsx',
    use: 'In a row: the coverage of the last seven days among its levels, until now. Words say the same.',
    path: '/positions',
    before: (page) => page.route('**/positions?*history_days=*', withMadeUpWeek),
    show: (page) =>
      page
        .getByRole('img', { name: /7 days: from/ })
        .nth(9)
        .locator('..'),
  },
  {
    name: 'PriceLadder',
    file: 'screens/position/price-ladder.tsx',
    use: 'The price of now among those at which something would happen, with distances.',
    path: '/',
    go: openPosition,
    show: (page) => panel(page, 'Trigger prices'),
  },
  {
    name: 'CoverageChart',
    file: 'screens/position/coverage-chart.tsx',
    use: 'A figure over time, around the levels. The same is in a table below it.',
    path: '/',
    go: openPosition,
    show: (page) => panel(page, 'Coverage over time'),
  },
  {
    name: 'TransferPath',
    file: 'screens/transfers/transfer-path.tsx',
    use: 'The steps of a transfer, the present one, and who must act.',
    path: '/transfers',
    go: async (page) => {
      await region(page, 'Transfers').getByRole('link').first().click()
      await region(page, 'The path of the transfer').waitFor()
    },
    show: (page) => region(page, 'The path of the transfer'),
  },
  {
    name: 'Queue',
    file: 'screens/today/queue-list.tsx',
    use: 'What needs a person: a sentence from the side of the reader, with its button.',
    path: '/',
    show: (page) => page.getByRole('list', { name: 'Needs you' }).getByRole('listitem').first(),
  },
  {
    name: 'Nearest',
    file: 'screens/today/nearest.tsx',
    use: 'Positions as dots: the room to a call against the value.',
    path: '/',
    show: (page) => page.locator('main section.panel[aria-labelledby="nearest"]'),
  },
  {
    name: 'WhatMoves',
    file: 'screens/what-moves/what-moves.tsx',
    use: 'Before every answer that moves assets: who sends what to whom, and the coverage then.',
    path: '/orders?status=PENDING_ACCEPTANCE',
    go: async (page) => {
      await region(page, 'Orders').getByRole('link').first().click()
      await page.getByRole('button', { name: /^Accept/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox').first().waitFor()
      for (const wallet of await dialog.getByRole('combobox').all()) {
        await wallet.selectOption({ index: 1 })
      }
      await dialog.getByText(/recomputed in this browser/i).waitFor()
    },
    show: (page) => page.getByRole('dialog'),
  },
  {
    name: 'PopOver',
    file: 'figures/pop-over.tsx',
    use: 'Something small below its button. Escape closes it, and the focus returns.',
    path: '/positions',
    go: (page) => page.getByRole('button', { name: 'Views', exact: true }).click(),
    show: (page) => page.getByRole('group', { name: 'Saved views of this list' }),
  },
  {
    name: 'Command bar',
    file: 'frame/command-bar.tsx',
    use: 'Goes anywhere and begins what can be begun, by keys alone.',
    path: '/',
    go: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('call 1001')
      await page.getByRole('option').first().waitFor()
    },
    show: (page) => page.getByRole('dialog'),
  },
  {
    name: 'Empty',
    file: 'figures/states.tsx',
    use: 'A list without items says what it has none of.',
    path: '/orders?status=REJECTED&asset=AVAX&collateral_asset=AVAX',
    show: (page) => page.getByText('No order matches these filters.'),
  },
  {
    name: 'Failure',
    file: 'figures/read.tsx',
    use: 'What cannot be read says why, and is read again at a press.',
    path: '/transfers',
    before: (page) => page.route('**/transfers?*', (route) => route.abort('connectionreset')),
    show: (page) => page.getByText('Could not read the transfers.').locator('..'),
  },
]

/** The history of the demo book ends on a fixed day, which may be more than a week ago. */
async function withMadeUpWeek(route) {
  const response = await route.fetch()
  const answer = await response.json()
  for (const position of answer.positions) {
    position.coverage_history = [7, 6, 5, 4, 3, 2, 1].map((days) => ({
      time: new Date(Date.now() - days * 86_400_000).toISOString(),
      ccr_percent: ((position.ccr_percent ?? 100) * (1 + 0.03 * Math.sin(days))).toFixed(2),
    }))
  }
  await route.fulfill({ response, json: answer })
}

/** One of each text among some elements, beside one another. */
async function gathered(page, selector) {
  await page.locator(selector).first().waitFor()
  await page.evaluate(`(() => {
    const place = document.createElement('div')
    place.id = 'gathered'
    place.style.cssText = 'display:flex;flex-wrap:wrap;gap:.5rem;padding:1rem;max-width:44rem'
    const all = document.querySelectorAll(${JSON.stringify(selector)})
    const byText = new Map([...all].map((element) => [element.textContent, element]))
    place.append(...[...byText.values()].map((element) => element.cloneNode(true)))
    document.querySelector('main').prepend(place)
  })()`)
  return page.locator('#gathered')
}

const fileOf = ({ name }, theme) => `${name.toLowerCase().replaceAll(' ', '-')}-${theme}.png`

async function take(browser, address, theme) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // Without a language of its own, the browser names one that no formatter takes.
    locale: 'en-US',
    colorScheme: theme,
  })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const [base] = address.split('/#')
  for (const part of parts) {
    await part.before?.(page)
    await page.goto(`${base}${part.path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await part.go?.(page)
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
    const shown = await part.show(page)
    await shown.scrollIntoViewIfNeeded()
    await shown.screenshot({ path: join(folder, fileOf(part, theme)) })
    await page.unrouteAll()
  }
  await context.close()
}

const written = () => `# Parts of the console

What each part of the page looks like, in both themes, and when it is used. Colours, sizes and type
are in \`apps/console/src/tokens.css\` alone; buttons, fields and tables look as \`controls.css\`
says. Files are below \`apps/console/src\`.

This page and its pictures are made by \`pnpm console:parts\`, from a demo book of its own.

${parts
  .map(
    (part) => `## ${part.name}

${part.use} \`${part.file}\`

| Light | Dark |
| ----- | ---- |
| ![${part.name} in the light theme](console/parts/${fileOf(part, 'light')}) | ![${part.name} in the dark theme](console/parts/${fileOf(part, 'dark')}) |
`,
  )
  .join('\n')}`

const dataFolder = await mkdtemp(join(tmpdir(), 'vadium-parts-'))
const demo = await startBook(dataFolder)
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
  headless: true,
})
try {
  await mkdir(folder, { recursive: true })
  for (const theme of ['light', 'dark']) await take(browser, demo.lender, theme)
  await writeFile(join(root, 'docs/console-parts.md'), written())
} finally {
  await browser.close()
  await demo.stop()
  await rm(dataFolder, { recursive: true, force: true })
}
