import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { comeBackUntil } from './harness/come-back.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

it('saves as CSV the columns and rows that the address shows, and no formula', async () => {
  const files: Blob[] = []
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:none'
  }
  URL.revokeObjectURL = () => undefined
  const service = recordedService('viewer').answer('positions.list', {
    positions: [
      { ...recordedPosition, order_id_pretty: 1_001, asset_quantity: '2', ccr_percent: null },
      {
        ...recordedPosition,
        id: '00000000-0000-4000-8000-000000000002',
        order_id_pretty: 1_002,
        borrower_name: '=SUM(A1), "Ltd"',
        asset_quantity: '0.000000000000000001',
        ccr_percent: '150.10',
      },
    ],
  })
  const shown = 'sort=-lent&columns=order.counterparty.coverage.lent'
  page = await OpenedPage.open(service, `/positions?asset=BTC&${shown}`)
  const { asset, borrower_name: name } = recordedPosition
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save as CSV' })
  // Not before it is known who acts, and so who the counterparty is.
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  await screen.findByText('Saved')
  expect(await files[0]?.text()).toBe(
    [
      'Order,Counterparty,"Coverage, %",Lent,"Lent, unit"',
      `1001,${name},,2,${asset}`,
      `1002,"'=SUM(A1), ""Ltd""",150.10,0.000000000000000001,${asset}`,
      '',
    ].join('\r\n'),
  )
  const asked = service.requests.filter(({ method }) => method === 'positions.list')
  expect(asked.map(({ query }) => query['asset'])).toContain('BTC')
})

it('prints no column of next steps, and shows one again after the print', async () => {
  const service = recordedService('viewer').answer('positions.list', {
    positions: [recordedPosition],
  })
  page = await OpenedPage.open(service, '/positions')
  await screen.findByRole('columnheader', { name: /Next/ })
  fireEvent(window, new Event('beforeprint'))
  expect(screen.queryByRole('columnheader', { name: /Next/ })).toBeNull()
  expect(screen.getByRole('columnheader', { name: /Coverage/ })).toBeDefined()
  fireEvent(window, new Event('afterprint'))
  expect(screen.getByRole('columnheader', { name: /Next/ })).toBeDefined()
})

it('keeps the reason why a position offers no step in the title of its cell', async () => {
  const reason = 'Nothing is due at these prices.'
  const position = {
    ...recordedPosition,
    ready_for_m2m: false,
    actions: [{ action: 'create_mark_to_market_request', available: false, reason }],
  }
  const service = recordedService('viewer').answer('positions.list', { positions: [position] })
  page = await OpenedPage.open(service, '/positions')
  const cell = (await screen.findByTitle(reason)).closest('td')
  expect(cell?.querySelector('[aria-hidden]')?.textContent).toBe('–')
})

it('reads the positions on screen by themselves, and shows them as they were read', async () => {
  const service = recordedService('viewer').answer('positions.list', {
    positions: [recordedPosition],
  })
  page = await OpenedPage.open(service, '/positions')
  const asked = () =>
    service.requests.some(
      ({ method, query }) =>
        method === 'positions.list' && 'ids' in query && !('history_days' in query),
    )
  expect(asked()).toBe(false)
  service.answer('positions.list', { positions: [{ ...recordedPosition, ccr_percent: '131.07' }] })
  await comeBackUntil(() => expect(asked()).toBe(true))
  await waitFor(() => expect(document.querySelector('[data-figure="131.07"]')).not.toBeNull())
})
