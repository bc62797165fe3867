import type { CloseOut } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { closeOut } from '@vadium/margin'
import { afterEach, describe, expect, it } from 'vitest'
import { closeOutInputs } from '../../../../packages/margin/test/close-out-sample.ts'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

const notice = recorded.operations.createCloseOut.answer as CloseOut
const terminated = recorded.operations.terminateCloseOut.answer as CloseOut
const position = {
  ...recordedPosition,
  ccr_percent: '112.00',
  liquidation_reached: true,
  m2m_direction: 'TopUp' as const,
  m2m_collateral_amount: '12.5',
  terms: { ...recordedPosition.terms, default_causes: ['LIQUIDATION_LEVEL'] },
}

const service = recordedService('execution')
let page: OpenedPage
afterEach(() => page.close())

async function show(closeOut: CloseOut): Promise<void> {
  service.answer('closeOuts.get', closeOut).answer('positions.get', position)
  page = await OpenedPage.open(service, `/close-outs/${closeOut.id}`)
}

describe('a declared default', () => {
  it('says what is the case, who can do what from when, and what cures it', async () => {
    await show(notice)
    const said = await screen.findByText(/has declared that/)
    expect(said.textContent).toContain(
      'Harbor Bank Treasury has declared that Kestrel Market Making is in default',
    )
    expect(said.textContent).toContain('112.00')
    expect(screen.getByText(/cures the default/).textContent).toContain('can terminate the deal')
    const cure = screen.getByText(/is accepted at once/)
    expect(cure.textContent).toMatch(
      /^A top-up of 12\.5 \w+ is due now\. What the other side offers/,
    )
    expect(await violations()).toEqual([])
  })

  it('is terminated after its figures of now were shown, with the statement behind it', async () => {
    await show(notice)
    fireEvent.click(await screen.findByRole('button', { name: /^Terminate/ }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/^✓ Recomputed in this browser/)
    service.answer('closeOuts.terminate', terminated).answer('closeOuts.get', terminated)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Terminate' }))
    await within(dialog).findByText('The deal is closed out.')
    expect(service.requests.filter(({ method }) => method === 'closeOuts.terminate')).toHaveLength(
      1,
    )
  })
})

describe('a close-out', () => {
  it('shows its statement, computed again in the browser', async () => {
    await show(terminated)
    await screen.findByText(/^✓ Recomputed in this browser/)
    const kept = terminated.statement?.kept[0]?.kept_quantity ?? ''
    expect(document.body.textContent.replaceAll(/\s/g, '')).toContain(kept.replaceAll(/\s/g, ''))
  })

  it('says what its provisional figures wait for, and until when', async () => {
    const [transferId = ''] = terminated.transfer_ids
    const waits = { transfer_ids: [transferId], until_time: '2026-03-13T12:00:00.000Z' }
    await show({ ...terminated, transfer_ids: [], waits_for: waits })
    const said = await screen.findByText(/These figures are provisional/)
    expect(said.textContent).toContain('a transfer was on the way at the termination')
    expect(said.textContent).toContain('until 2026-03-13 12:00:00 UTC')
  })

  it('shows of one in part what the deal was before it and is after it', async () => {
    const statement = closeOut(closeOutInputs({ requirement: { percent: '150' } }))
    await show({ ...terminated, status: 'SETTLED', statement })
    const left = await screen.findByRole('region', { name: /^Before and after/ })
    const rows = within(left).getAllByRole('row').slice(1)
    expect(rows.map(figuresOf)).toEqual([
      ['1000000', '200549.44959'],
      ['25', '6.68498166'],
      ['1500000', '300824.174385'],
      ['1125000', '300824.1747'],
    ])
    expect(screen.queryByText('Goes back')).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('shows of a lender in default what goes back as asset and as interest', async () => {
    const held = [{ asset: 'BTC', quantity: '0.1', price: '60000', unit: '0.00000001' }]
    const statement = closeOut(closeOutInputs({ in_default: 'lender', collateral: held }))
    await show({ ...terminated, declarer_id: terminated.borrower_id, statement })
    const figures = await screen.findByRole('region', { name: 'If closed out now' })
    const valueOf = (name: string) =>
      figuresOf(within(figures).getByRole('row', { name: new RegExp(`^${name}`) }))
    expect(valueOf('Kept up to')).toEqual(['6185.567011'])
    expect(valueOf('Goes back exact')).toEqual(['1000000'])
    expect(valueOf('Goes back as interest')).toEqual(['6453.321878'])
  })

  it('is declared once for a cause as long as its notice is open', async () => {
    service.answer('positions.get', position).answer('closeOuts.list', { close_outs: [notice] })
    page = await OpenedPage.open(service, `/positions/${position.id}`)
    fireEvent.click(await screen.findByRole('button', { name: /^Declare a default/ }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('link', { name: 'A notice of it' })
    expect(within(dialog).getByRole('button', { name: 'Declare' }).hasAttribute('disabled')).toBe(
      true,
    )
    service.answer('closeOuts.list', { close_outs: [] })
  })

  it('is begun on the position by its lender, who sees which causes are there and why', async () => {
    const terms = { ...position.terms, default_causes: ['UNMET_CALL', 'LIQUIDATION_LEVEL'] }
    const facts = [
      {
        ...{ cause: 'UNMET_CALL', holds: false, since_time: null },
        earliest_terminate_time: null,
        conditions: [
          {
            ...{ name: 'claim', resource: 'mark_to_market_request', resource_id: notice.id },
            ...{ text: 'The claim is 0 USDC; it must be above 0 USDC.', met: false },
          },
        ],
      },
      {
        ...{ cause: 'LIQUIDATION_LEVEL', holds: true, since_time: '2026-03-12T15:30:00.000Z' },
        earliest_terminate_time: '2026-03-12T16:00:00.000Z',
        conditions: [
          {
            ...{ name: 'alert_confirmed_from', resource: null, resource_id: null },
            ...{ text: 'The time is 2026-03-12T15:45:00.000Z; it must be earlier.', met: true },
          },
        ],
      },
    ]
    service.answer('positions.get', { ...position, terms }).answer('closeOuts.create', notice)
    service.answer('closeOuts.preview', { statement: closeOut(closeOutInputs()), facts })
    page = await OpenedPage.open(service, `/positions/${position.id}`)
    fireEvent.click(await screen.findByRole('button', { name: /^Declare a default/ }))
    const dialog = await screen.findByRole('dialog')
    const causes = await within(dialog).findByRole('list', { name: 'Causes now' })
    expect([...causes.children].map(({ textContent }) => textContent)).toEqual([
      'an unmet call is not socall: The claim is 0 USDC; it must be above 0 USDC.',
      'coverage at the liquidation level is so now since 2026-03-12 15:30:00 UTC' +
        'The time is 2026-03-12 15:45:00 UTC; it must be earlier.',
    ])
    const from = within(dialog).getByText(/can then be terminated/)
    expect(from.textContent).toContain('from 2026-03-12 16:00:00 UTC on')
    expect(await violations()).toEqual([])
    // What is so is chosen.
    fireEvent.click(within(dialog).getByRole('button', { name: 'Declare' }))
    await within(dialog).findByText(/Declared/)
    const [sent] = service.requests.filter(({ method }) => method === 'closeOuts.create')
    expect(sent?.body).toMatchObject({ cause: 'LIQUIDATION_LEVEL' })
  })
})

const figuresOf = (row: HTMLElement) =>
  [...row.querySelectorAll('[data-figure]')].map((figure) => figure.getAttribute('data-figure'))
