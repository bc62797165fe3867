import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { listPositions } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../api/test/harness/call.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 2 })
const key = desk.world.lenderKey
let lender: ConsoleWindow

beforeAll(async () => {
  await desk.start()
  lender = await desk.lender()
  await lender.goto('/positions?asset=BTC')
  await lender.page.getByRole('region', { name: 'Positions' }).waitFor()
  await lender.page.getByLabel('Asset lent').focus()
  await lender.page.keyboard.press('Control+Backquote')
  await lender.page.getByRole('region', { name: 'Developer' }).waitFor()
})
afterAll(() => desk.close())

const textOf = (name: string) =>
  lender.page.getByRole('region', { name, exact: true }).locator('pre').textContent()

it('gives a curl line that reads what the screen has read, once', async () => {
  await lender.button('Sign a line').click()
  const line = await textOf('curl')
  const { stdout } = await promisify(execFile)('sh', ['-c', line ?? ''])
  const shown = await succeed(desk.world.service, listPositions, { key, query: { asset: 'BTC' } })
  const read = JSON.parse(stdout) as { positions: { id: string }[] }
  expect(new Set(read.positions.map(({ id }) => id))).toEqual(
    new Set(shown.positions.map(({ id }) => id)),
  )
  const again = await promisify(execFile)('sh', ['-c', line ?? ''])
  expect(again.stdout).toContain('UNAUTHENTICATED')
})

it('gives the command and the program of the same query', async () => {
  const command = await textOf('Command line')
  expect(command).toContain('vadium positions list')
  expect(command).toContain('--asset BTC')
  const program = await textOf('SDK')
  expect(program).toContain('client.request(listPositions, { query: {')
  expect(program).toContain('asset: "BTC"')
})

it('shows the last calls with their status and request id, and no secret', async () => {
  const drawer = lender.page.getByRole('region', { name: 'Developer' })
  const calls = drawer.getByRole('region', { name: 'Calls of the page' }).getByRole('row')
  expect(await calls.count()).toBeGreaterThan(3)
  const cells = await calls
    .filter({ hasText: '/positions' })
    .first()
    .getByRole('cell')
    .allTextContents()
  expect(cells[1]).toBe('200')
  expect(cells[4]).toMatch(/^[0-9a-f-]{36}$/)
  const text = await drawer.innerText()
  // It begins with the seed.
  expect(text).not.toContain(key.privateKey.slice(0, 20))
})

it('closes by its key, back to where the focus was, and opens by its button', async () => {
  const drawer = lender.page.getByRole('region', { name: 'Developer' })
  await lender.page.keyboard.press('Control+Backquote')
  await drawer.waitFor({ state: 'detached' })
  await lender.page.getByLabel('Asset lent').and(lender.page.locator(':focus')).waitFor()
  await lender.pressOfAccount('Developer')
  await drawer.waitFor()
  expect(desk.browser.faults).toEqual([])
})
