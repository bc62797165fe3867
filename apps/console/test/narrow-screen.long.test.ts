import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Threads } from '../../api/test/harness/threads.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 2 })
const [deal, called] = [desk.world.shortDeal(), desk.world.shortDeal()]
const longNames = ['Long'.repeat(16), 'Long name of '.repeat(5)]
for (const [i, organization] of desk.world.book.scenario.organizations.entries()) {
  organization.name = `${longNames[i % longNames.length] ?? ''}${i}`
}

beforeAll(() => desk.start())
afterAll(() => desk.close())

it('shows the whole confirmation on the screen of a phone, whatever its tables need', async () => {
  const lender = await desk.lender()
  await lender.page.setViewportSize({ width: 390, height: 844 })
  await lender.goto(`/positions/${deal.positionId}`)
  await lender.button(/^Call collateral/).click()
  await lender.sees('Recomputed in this browser')
  for (const name of ['Close', 'Preview again', 'Send the call']) {
    const box = await lender.button(name).boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 390) + (box?.width ?? 390) <= 390, name).toBe(true)
  }
  // What it will be is beside what it is.
  const hidden = await lender.page.evaluate<number>(`(() => {
    const compared = document.querySelector('[role="dialog"] dl')
    return compared.scrollWidth - compared.clientWidth
  })()`)
  expect(hidden).toBe(0)
})

it('breaks no figure of Today into two lines, however wide the screen is', async () => {
  const { page } = await desk.lender()
  await page.getByRole('list', { name: 'Needs you' }).waitFor()
  const broken: string[] = []
  for (let width = 320; width <= 480; width += 5) {
    await page.setViewportSize({ width, height: 844 })
    const figures = await page.evaluate<string[]>(`
      [...document.querySelectorAll('main li strong [data-figure]')]
        .filter((one) => one.getClientRects().length > 1)
        .map((one) => one.textContent)`)
    broken.push(...figures.map((figure) => `${figure} at ${width} px`))
  }
  expect(broken).toEqual([])
})

/** Where the parts of the header begin, and by how much the page is wider than the window. */
const places = `(() => {
  const parts = [...document.querySelectorAll('header > *, header > div > *')]
  return [
    document.documentElement.scrollWidth - innerWidth,
    ...parts.map((part) => Math.round(part.getBoundingClientRect().left)),
  ]
})()`

it('keeps the parts of the header in place while a word of it grows', async () => {
  const lender = await desk.lender()
  const { page } = lender
  await lender.sees(/prices .* old/)
  await page.locator('header [role=status]').waitFor()
  for (const width of [1440, 1024, 800]) {
    await page.setViewportSize({ width, height: 900 })
    const before = await page.evaluate<number[]>(places)
    await page.evaluate(`(() => {
      const status = document.querySelector('header [role=status]')
      status.lastChild.textContent = 'catching up for as long as it takes'
    })()`)
    expect(await page.evaluate<number[]>(places), `${width} px`).toEqual(before)
    expect(before[0]).toBe(0)
  }
})

/** By how much a page is wider than its window, and the facts that have no room for a word. */
const overflow = `(() => [
  document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('main dd')]
    .filter((fact) => fact.textContent.length > 3 && fact.clientWidth < 40)
    .map((fact) => fact.textContent),
])()`

describe('with names of 64 characters', () => {
  let requestId = ''
  let callId = ''
  beforeAll(async () => {
    callId = (await desk.world.margin.create(called)).id
    requestId = (await desk.world.requests.ask(deal.positionId, { quantity: '4' })).id
    await new Threads(desk.world).post(deal.orderId, desk.world.lenderKey, 'Long'.repeat(200))
  })

  it.each([
    ['lender', 1440],
    ['borrower', 390],
  ] as const)('makes no page of the %s wider than a window of %d px', async (side, width) => {
    const window = await desk[side]()
    await window.page.locator('main h1').waitFor()
    const paths = [
      ...['/', '/positions', '/calls', '/transfers', '/what-if', '/prices', '/orders'],
      ...[
        '/order-requests',
        '/threads',
        '/reports',
        '/counterparties',
        '/wallets',
        '/approvals',
        '/notifications',
      ],
      ...[`/positions/${deal.positionId}`, `/calls/${callId}`, `/orders/${deal.orderId}`],
      ...[`/order-requests/${requestId}`, '/orders/new', `/threads/${deal.orderId}`],
      `/order-requests/new?position=${deal.positionId}`,
    ]
    const wide: Record<string, unknown> = {}
    for (const path of paths) {
      await window.page.setViewportSize({ width: 1440, height: 844 })
      await window.visit(path)
      await window.page.getByText('Reading').first().waitFor({ state: 'detached' })
      await window.page.setViewportSize({ width, height: 844 })
      const found = await window.page.evaluate<unknown[]>(overflow)
      if (found.length > 1 || found[0] !== 0) wide[path] = found
    }
    expect(wide).toEqual({})
  })
})
