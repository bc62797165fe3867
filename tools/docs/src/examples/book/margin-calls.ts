import {
  acceptCallSet,
  acceptMarkToMarketRequest,
  advanceSandbox,
  cancelMarkToMarketRequest,
  createCallSet,
  createMarkToMarketRequest,
  decideSandboxTransfer,
  disputeMarkToMarketRequest,
  exportMarkToMarketRequests,
  getCallSet,
  getMarkToMarketRequest,
  getSandbox,
  getTransfer,
  listAgreements,
  listCallSets,
  listMarkToMarketRequests,
  listPositions,
  listTransfers,
  type Order,
  previewCallSet,
  previewCloseOut,
  previewMarkToMarketRequest,
  previewRequest,
  rejectMarkToMarketRequest,
  resumeInstruction,
  listInstructions,
  retryMarkToMarketRequest,
  scriptSandboxCustodian,
  scriptSandboxPrices,
  sendCollateral,
} from '@vadium/schema'
import { organizationIds, passMinutes, type Stage, timeIn } from './stage.ts'

const custodian = 'simulated'
const settlingMinutes = 60
/** So many failed attempts that an instruction is stalled. */
const attempts = 1000
const stallingMinutes = 7 * 24 * 60

/** The price of the collateral falls, and the lender of the loan calls for more. */
export async function callMargin(stage: Stage, { number, position_id }: Order): Promise<void> {
  const { tape, operator, lender, borrower } = stage
  const to = await timeIn(stage, 30)
  const quote = { asset: 'ETH', source: 'sandbox-feed', price_usd: '2300' }
  await tape.show(scriptSandboxPrices, operator, { body: { prices: [{ ...quote, time: to }] } })
  await tape.show(advanceSandbox, operator, { body: { to } })
  tape.bookTime = to
  await tape.show(getSandbox, operator)
  const { calculation } = await tape.show(previewMarkToMarketRequest, lender, {
    body: { position_id, explain: true },
  })
  await tape.show(previewCloseOut, lender, {
    body: { position_id: position_id ?? '', in_default: 'borrower' },
  })
  const request = await tape.show(createMarkToMarketRequest, lender, {
    body: { position_id, calculation_id: calculation?.calculation_id },
  })
  const params = { mark_to_market_request_id: request.id }
  await tape.show(previewRequest, borrower, {
    body: { operation: 'acceptMarkToMarketRequest', id: request.id },
  })
  await tape.show(acceptMarkToMarketRequest, borrower, { params })
  await passMinutes(stage, settlingMinutes)
  await tape.show(getMarkToMarketRequest, borrower, { params })
  await tape.show(listMarkToMarketRequests, lender, {
    query: { position_id: position_id ?? '', page_size: 1 },
  })
  await tape.show(exportMarkToMarketRequests, lender, { query: { position_id: position_id ?? '' } })
  const { transfers } = await tape.show(listTransfers, lender, {
    query: { orderId: number, token: 'ETH', page_size: 2 },
  })
  await tape.show(getTransfer, lender, { params: { transfer_id: transfers[0]?.id ?? '' } })
  await tape.show(sendCollateral, borrower, {
    params: { position_id: position_id ?? '' },
    body: { quantity: '5' },
  })
  await passMinutes(stage, settlingMinutes)
}

/** The lender calls across the deals of an agreement, and the borrower answers once. */
export async function callTogether(stage: Stage, positionId: string): Promise<void> {
  const { tape, lender, borrower } = stage
  const { agreements } = await tape.play(listAgreements, lender)
  const agreement = agreements.find(({ lender_id: id }) => id === organizationIds.lender)
  const params = { agreement_id: agreement?.id ?? '' }
  const { calculation_id } = await tape.show(previewCallSet, lender, {
    params,
    body: { direction: 'TopUp', position_ids: [positionId] },
  })
  const set = await tape.show(createCallSet, lender, { body: { calculation_id } })
  const onSet = { params: { call_set_id: set.id } }
  await tape.show(getCallSet, borrower, onSet)
  await tape.show(listCallSets, lender, { query: { page_size: 1 } })
  await tape.show(acceptCallSet, borrower, { ...onSet, body: {} })
  await passMinutes(stage, settlingMinutes)
}

/** The calls on the other position of the book: withdrawn, rejected, disputed, failed. */
export async function answerCalls(stage: Stage, loanPosition: string): Promise<void> {
  const { tape, operator, lender, borrower } = stage
  const { positions } = await tape.play(listPositions, lender, { query: { status: 'ACTIVE' } })
  const other = positions.find(({ id }) => id !== loanPosition)
  if (other === undefined) throw new Error('the book has no other position')
  const call = async () => ({ mark_to_market_request_id: await created(stage, other.id) })
  await tape.show(cancelMarkToMarketRequest, lender, { params: await call() })
  await tape.show(rejectMarkToMarketRequest, borrower, { params: await call() })
  await tape.play(scriptSandboxCustodian, operator, { body: { custodian, outcome: 'failed' } })
  const failing = await call()
  await tape.play(acceptMarkToMarketRequest, borrower, { params: failing })
  await passMinutes(stage, settlingMinutes)
  await tape.play(scriptSandboxCustodian, operator, {
    body: { custodian, stages: [{ word: 'pendingApproval', lasts_ms: null }] },
  })
  const { transfer_ids } = await tape.show(retryMarkToMarketRequest, borrower, { params: failing })
  await passMinutes(stage, settlingMinutes)
  await tape.show(decideSandboxTransfer, operator, {
    body: { transfer_id: transfer_ids.at(-1), decision: 'approved' },
  })
  await passMinutes(stage, settlingMinutes)
  const quote = { asset: 'ETH', source: 'sandbox-feed', price_usd: '2100' }
  await tape.play(scriptSandboxPrices, operator, {
    body: { prices: [{ ...quote, time: await timeIn(stage, 5) }] },
  })
  await passMinutes(stage, 10)
  const body = { counter_notional_usd: '150000', reason: 'PRICE', note: 'We mark ETH at 2,180.' }
  await tape.play(scriptSandboxCustodian, operator, {
    body: { custodian, lost_submissions: attempts },
  })
  const disputed = await tape.show(disputeMarkToMarketRequest, borrower, {
    params: await call(),
    body,
  })
  await passMinutes(stage, stallingMinutes)
  await tape.show(listInstructions, operator, { query: { stalled: true } })
  const [transfer_id = ''] = disputed.transfer_ids
  await tape.show(resumeInstruction, operator, { params: { transfer_id } })
}

async function created({ tape, lender }: Stage, position_id: string): Promise<string> {
  const { calculation } = await tape.play(previewMarkToMarketRequest, lender, {
    body: { position_id, explain: true },
  })
  const calculation_id = calculation?.calculation_id
  const body = { position_id, calculation_id }
  return (await tape.play(createMarkToMarketRequest, lender, { body })).id
}
