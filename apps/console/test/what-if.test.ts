import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 1, over: 2 })
let lender: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  lender = await desk.lender()
  await lender.goto('/what-if?asset=ETH&percent=-10')
})
afterAll(() => desk.close())

describe('what if, for the whole book', () => {
  it('is computed for every change, in a worker', async () => {
    const { page } = lender
    const table = page.getByRole('region', { name: 'If the price of ETH moved' })
    await table.waitFor()
    await table.getByText('computing …').first().waitFor({ state: 'detached' })
    const row = async (change: string) =>
      table.getByRole('row').filter({ hasText: change }).getByRole('cell').allTextContents()
    // At 2,500 USD, 300 ETH are 150,000 short of 900,000, and 400 ETH are 100,000 over it. Ten
    // percent less: 225,000 short, and exactly enough.
    expect(await row('0 %')).toContain('1')
    const fallen = await row('-10 %')
    expect(fallen.map((text) => text.replaceAll(/\s/g, ''))).toEqual(
      expect.arrayContaining(['1', '225000.00', '0']),
    )
    expect(page.workers()).toHaveLength(1)
    expect(page.workers()[0]?.url()).toContain(`${desk.world.service.url}/console/assets/`)
  })

  it('is computed again for another asset, and by counterparty', async () => {
    await lender.page.getByLabel('The price that moves').selectOption('BTC')
    await lender.page.getByRole('heading', { name: 'By counterparty, if BTC moved' }).waitFor()
    await lender.page
      .getByRole('region', { name: 'By counterparty' })
      .getByRole('cell')
      .first()
      .waitFor()
  })

  it.each([
    ['a worker from text', "new Worker('/console/assets/x.js')"],
    ['a worker from a blob', "new Worker(URL.createObjectURL(new Blob(['1'])))"],
    ['another policy', "trustedTypes.createPolicy('another', { createScriptURL: (x) => x })"],
    ['the same policy again', "trustedTypes.createPolicy('vadium-worker', {})"],
    ['a script from text', "document.createElement('script').src = '/console/assets/x.js'"],
    ['markup from text', "document.body.innerHTML = '<b>x</b>'"],
  ])('lets nobody make %s', async (_what, script) => {
    const refusal = await lender.page.evaluate<string>(
      `(() => { try { ${script}; return 'allowed' } catch (error) { return error.name } })()`,
    )
    expect(refusal).toBe('TypeError')
  })
})
