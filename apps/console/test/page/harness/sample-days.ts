import type { PositionToMark, RequestToAnswer, Today } from '@vadium/client'
import recorded from '../../../../api/src/platform/http/documents/examples.json' with { type: 'json' }

export const example = recorded.operations.getToday.answer as Today
export const ownId = recorded.operations.getCurrentCredential.answer.organization.id
export const nobody = { count: 0, others: { count: 0, notional_usd: '0.00' }, has_more: false }
export const noSum = { ...nobody, notional_usd: '0.00' }

export const emptyDay: Today = {
  ...example,
  failed_transfers: { ...noSum, transfers: [] },
  to_answer: {
    ...noSum,
    orders: 0,
    mark_to_market_requests: 0,
    call_sets: 0,
    order_requests: 0,
    next_deadline: null,
    requests: [],
  },
  to_approve: { ...nobody, next_deadline: null, approvals: [] },
  agreements_to_accept: { ...nobody, next_deadline: null, versions: [] },
  awaited: { count: 2, next_deadline: '2026-01-05T16:30:00.000Z', has_more: false },
  to_call: { ...noSum, lender_count: 0, positions: [] },
  to_release: { ...noSum, lender_count: 0, positions: [] },
  watch: { margin_call_reached: 0, liquidation_reached: 0, has_more: false },
  defaults: {
    ...{ others: nobody.others, has_more: false },
    ...{ against_us: 0, by_us: 0, claims_open: 0, next_deadline: null, close_outs: [] },
  },
}

const [firstDue] = example.to_call.positions
const [firstFailed] = example.failed_transfers.transfers
if (firstDue === undefined || firstFailed === undefined) {
  throw new Error('the example has neither')
}
export const [due, failed] = [firstDue, firstFailed]

export const toMark = (number: number, usd: string): PositionToMark => ({
  ...due,
  id: `08217864-88d7-8080-b7b3-386a5a00eb${number}`,
  order_id_pretty: number,
  m2m_notional_usd: usd,
})
export const toAnswer = (number: number, expireTime: string, usd: string): RequestToAnswer => ({
  kind: 'mark_to_market_request',
  id: `18217864-88d7-8080-b7b3-386a5a00eb${number}`,
  order_id: due.order_id,
  order_id_pretty: number,
  counterparty_id: due.counterparty_id,
  counterparty_name: due.counterparty_name,
  side: 'borrower',
  expire_time: expireTime,
  direction: 'TopUp',
  request_kind: null,
  requests: null,
  token: 'ETH',
  quantity: '163.64',
  rate_percent: null,
  notional_usd: usd,
  terms_version: null,
})

export const busyDay: Today = {
  ...emptyDay,
  failed_transfers: { ...noSum, count: 1, notional_usd: failed.notional, transfers: [failed] },
  to_answer: {
    ...emptyDay.to_answer,
    count: 3,
    mark_to_market_requests: 3,
    call_sets: 0,
    notional_usd: '360100.00',
    requests: [
      toAnswer(31, '2026-01-05T17:00:00.000Z', '50.00'),
      toAnswer(32, '2026-01-05T16:00:00.000Z', '50.00'),
      toAnswer(33, '2026-01-05T17:00:00.000Z', '360000.00'),
    ],
  },
  to_call: {
    count: 44,
    lender_count: 44,
    notional_usd: '91234567.89',
    positions: [toMark(41, '90000000.00'), toMark(42, '1000000.00')],
    others: { count: 42, notional_usd: '234567.89' },
    has_more: false,
  },
  to_release: {
    ...noSum,
    count: 1,
    lender_count: 1,
    notional_usd: '2000000.00',
    positions: [toMark(51, '2000000.00')],
  },
}
