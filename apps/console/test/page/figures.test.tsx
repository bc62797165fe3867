import type { Position } from '@vadium/client'
import { screen, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'
import { helpText } from '../../src/figures/help-text.ts'
import { spanText } from '../../src/figures/time.tsx'

/** Digits that no number of a computer has, and that differ from figure to figure. */
const exact: Position = {
  ...recordedPosition,
  asset_quantity: '4468112280701754.385964912280701754',
  asset_notional_usd: '268086736842105263.16',
  collateral_quantity: '190000000000.12345678',
  collateral_value_usd: '475000000000308.65',
  ccr_percent: '150.10',
  ltv_percent: '66.6200',
  m2m_notional_usd: '0.00',
  current_price: '60000.000000000000000001',
  collateral_price: '2500.10',
  price_at_last_m2m: '59999.999999999999999999',
  terms: { ...recordedPosition.terms, threshold_usd: '1000000.50', lot_top_up: '0.00000001' },
}
const rounded: Position = {
  ...recordedPosition,
  id: '00000000-0000-4000-8000-000000000002',
  order_id_pretty: 1_002,
  asset_quantity: '0.000000000000000001',
  ccr_percent: null,
}

let page: OpenedPage
beforeEach(async () => {
  const service = recordedService('execution')
    .answer('positions.get', exact)
    .answer('positions.list', { positions: [exact, rounded] })
  page = await OpenedPage.open(service)
})
afterEach(() => page.close())

const figuresIn = (element: Element) =>
  [...element.querySelectorAll('[data-figure]')].map(({ textContent }) => textContent)

it('shows every figure of a position as the string of the API, digit for digit', async () => {
  await page.visit(`/positions/${exact.id}`)
  const figures = figuresIn(document.body)
  const { top_up_when: _choice, default_causes: _choices, ...terms } = exact.terms
  const expected = [
    exact.asset_quantity,
    exact.asset_notional_usd,
    exact.collateral_quantity,
    exact.collateral_value_usd,
    exact.ccr_percent,
    exact.ltv_percent,
    exact.m2m_notional_usd,
    exact.current_price,
    exact.collateral_price,
    exact.price_at_last_m2m,
    ...Object.values(terms),
  ]
  for (const figure of expected) if (figure !== null) expect(figures).toContain(figure)
})

it('shows the level of releases among the others where the terms have one', async () => {
  await page.visit(`/positions/${exact.id}`)
  const legend = () =>
    [...document.querySelectorAll('[data-level]')].map(({ textContent }) => textContent)
  expect(legend()).toHaveLength(3)
  await page.close()
  const terms = { ...exact.terms, release_percent: '180', top_up_when: 'margin_call' }
  const service = recordedService('execution').answer('positions.get', { ...exact, terms })
  page = await OpenedPage.open(service, `/positions/${exact.id}`)
  expect(legend()).toHaveLength(4)
  expect(legend()[3]).toBe('release 180 %')
  expect(screen.getByText('Trigger of a top-up').nextElementSibling?.textContent).toBe(
    'the margin call level',
  )
})

it('shows the figures of a list as the strings of the API, and names its meters so', async () => {
  await page.visit('/positions')
  await screen.findAllByRole('meter')
  const rowOf = ({ order_id_pretty }: Position) => {
    const row = screen.getByRole('link', { name: String(order_id_pretty) }).closest('tr')
    if (row === null) throw new Error(`order ${order_id_pretty} has no row`)
    return row
  }
  const { order_id_pretty, asset_quantity, collateral_quantity, ccr_percent } = exact
  const figures = figuresIn(rowOf(exact))
  expect(figures).toEqual(
    expect.arrayContaining([asset_quantity, collateral_quantity, ccr_percent]),
  )
  expect(within(rowOf(exact)).getByRole('meter').getAttribute('aria-label')).toContain(
    `Coverage of order ${order_id_pretty}: ${ccr_percent} %, `,
  )
  expect(figuresIn(rowOf(rounded))).toContain(rounded.asset_quantity)
})

it('shows all digits of a figure of which a column would leave zeros', async () => {
  await page.visit('/positions')
  await screen.findAllByRole('meter')
  const isCut = (figure: string) =>
    screen.getByText((_text, element) => element?.getAttribute('data-figure') === figure)
      .parentElement?.dataset['column']
  expect(isCut(rounded.asset_quantity)).toBe('false')
  expect(isCut(exact.asset_quantity)).toBe('true')
})

it('names a time by the clock of the machine as well, in what is shown under the pointer', async () => {
  await page.visit(`/positions/${exact.id}`)
  const [time] = document.querySelectorAll('main time')
  const at = time?.getAttribute('datetime') ?? ''
  const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })
  expect(time?.getAttribute('title')).toBe(`${at} = ${local.format(new Date(at))}`)
})

it('says what an empty field means in the words of people', () => {
  expect(helpText('The haircut. Null if the agreement has a requirement.')).toBe('The haircut.')
  expect(helpText('A lot. Null: the smallest unit.')).toBe('A lot. None: the smallest unit.')
  expect(helpText('A level. Null, which is the default: any.')).toBe(
    'A level. None, which is the default: any.',
  )
  expect(helpText('The zone of `digest_time`.')).toBe('The zone of digest time.')
})

it('says a long time in days, and a shorter one in two units', () => {
  const hour = 3_600_000
  expect(spanText(29 * 24 * hour + 23 * hour)).toBe('29 d 23 h')
  expect(spanText(269 * 24 * hour + 12 * hour)).toBe('269 d')
})
