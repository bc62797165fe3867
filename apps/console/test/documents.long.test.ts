import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { verifyDocument } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attachedContent } from '../../cli/src/documents/attached-content.ts'
import { violations } from './harness/axe.ts'
import type { ConsoleWindow } from './harness/browser.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 1 })
const { world } = desk
const adminKey = world.lender.credential('admin')
const deal = world.shortDeal()
let admin: ConsoleWindow
let borrower: ConsoleWindow
let callId = ''

beforeAll(async () => {
  await desk.start()
  ;[admin, borrower] = await Promise.all([
    desk.browser.open(world.service, adminKey, 'Administrator'),
    desk.borrower(),
  ])
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await desk.close()
})

/** The steps follow one another: each begins where the one before ended. */
describe('documents between two windows', () => {
  it('are chosen by the admin of one side, who finds where without an address', async () => {
    await admin.page.getByRole('link', { name: 'Documents', exact: true }).click()
    await admin.sees('No document was made yet.')
    await admin.page.getByRole('link', { name: 'What is made', exact: true }).click()
    await admin.sees('Nothing was chosen yet')
    await admin.page.getByRole('checkbox', { name: /^Notice of a margin call/ }).check()
    expect(await violations(admin)).toEqual([])
    await admin.button('Save').click()
    await admin.sees('Saved.')
  })

  it('appear for the other side on the screen of the call, once the PDF is there', async () => {
    callId = (await world.margin.create(deal)).id
    await borrower.goto(`/calls/${callId}`)
    await borrower.sees('the PDF is being made')
    await world.service.services.documentRenderer.runDue()
    await borrower.page.getByRole('button', { name: /^Save PDF/ }).waitFor()
    expect(await violations(borrower)).toEqual([])
  })

  it('are saved as a file whose content verifies, with the digest that is shown', async () => {
    await borrower.page.getByRole('link', { name: 'Notice of a margin call' }).click()
    await borrower.sees('Recomputed in this browser: equal, digit for digit.')
    expect(await violations(borrower)).toEqual([])
    const file = borrower.page.waitForEvent('download')
    await borrower.page.getByRole('button', { name: /^Save PDF/ }).click()
    const download = await file
    const id = new URL(borrower.page.url()).pathname.split('/').at(-1) ?? ''
    expect(download.suggestedFilename()).toBe(`margin-call-notice-${id}.pdf`)
    const bytes = await readFile(await download.path())
    await borrower.sees(`${bytes.length} bytes, with the digest of the event`)
    await borrower.sees(createHash('sha256').update(bytes).digest('hex'))
    const { text } = attachedContent(bytes)
    expect(verifyDocument(JSON.parse(text))).toMatchObject({ ok: true, differences: [] })
  })

  it('are listed for both, by kind', async () => {
    await admin.goto('/documents?kind=margin_call_notice')
    await admin.page.getByRole('link', { name: 'Notice of a margin call' }).waitFor()
    await admin.goto('/documents?kind=confirmation')
    await admin.sees('No document matches these filters.')
    expect(desk.browser.faults).toEqual([])
  })

  it.each([
    ['/documents', 390],
    ['/documents/preferences', 390],
    ['a document', 390],
  ] as const)('make no page wider than a phone: %s', async (path, width) => {
    const [notice] = (
      await world.service.database.query<{ id: string }>('SELECT id FROM documents')
    ).rows
    await admin.page.setViewportSize({ width, height: 844 })
    await admin.goto(path === 'a document' ? `/documents/${notice?.id ?? ''}` : path)
    await admin.page.getByText('Reading').first().waitFor({ state: 'detached' })
    const wider = 'document.documentElement.scrollWidth - innerWidth'
    expect(await admin.page.evaluate<number>(wider)).toBe(0)
  })
})
