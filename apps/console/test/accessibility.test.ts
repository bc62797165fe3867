import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 2, over: 1 })
const [called, deal] = [desk.world.shortDeal(), desk.world.shortDeal()]
let callId = ''

beforeAll(async () => {
  await desk.start()
  callId = (await desk.world.margin.create(called)).id
})
afterAll(() => desk.close())

/** The rules that the screen breaks, each with the elements that break it. */
async function violations({ page }: ConsoleWindow): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate<{
    violations: { id: string; nodes: { html: string }[] }[]
  }>('axe.run()')
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
}

const sizes = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const

describe.each(sizes)('at $width px, $theme: no rule of axe is broken', (size) => {
  let window: ConsoleWindow
  beforeAll(async () => {
    window = await desk.borrower(size)
    await window.sees('To answer')
  })
  afterAll(() => window.close())

  const screens = [
    ['Today', () => '/'],
    ['Positions', () => '/positions'],
    ['a position', () => `/positions/${deal.positionId}`],
    ['Calls', () => '/calls'],
    ['a call', () => `/calls/${callId}`],
    ['Transfers', () => '/transfers'],
    ['What if', () => `/what-if?position=${deal.positionId}&asset=BTC&percent=10`],
  ] as const

  it.each(screens)('on %s', async (_name, path) => {
    await window.goto(path())
    await window.page.getByText('Reading').first().waitFor({ state: 'detached' })
    expect(await violations(window)).toEqual([])
  })

  it('on the confirmation of a call', async () => {
    await window.goto(`/positions/${deal.positionId}`)
    await window.button(/^Preview|^Call/).click()
    await window.sees('Recomputed in this browser')
    expect(await violations(window)).toEqual([])
  })

  it('on the dispute of a call', async () => {
    await window.goto(`/calls/${callId}`)
    await window.button(/^Dispute/).click()
    await window.page.getByLabel('Ours').fill('58000')
    await window.sees('Moves at once')
    expect(await violations(window)).toEqual([])
  })

  it('on the screen where keys are chosen', async () => {
    await window.button('Lock').click()
    await window.sees('Keys of this browser')
    expect(await violations(window)).toEqual([])
  })
})
