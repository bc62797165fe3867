import {
  type Approval,
  approveApproval,
  createAccount,
  createCredential,
  createPriceSource,
  dismissPrice,
  getApproval,
  listPrices,
  listPriceSources,
  type Price,
  pushPrices,
  releasePrice,
  revokePriceSource,
} from '@vadium/schema'
import type { Caller } from '../caller.ts'
import { organizationIds, type Stage, timeIn, untilAnswer } from './stage.ts'

/** Sources are registered, push, and are revoked; a jump is held and released by another person. */
export async function quotePrices(stage: Stage): Promise<void> {
  const { tape, operator, lender } = stage
  const desk = await priceDesk(stage)
  const { id } = await tape.show(createPriceSource, operator, {
    body: { source: 'desk-feed', account_id: desk.accountId },
  })
  await tape.show(listPriceSources, operator, { query: { page_size: 2 } })
  const quote = { asset: 'LINK', source: 'desk-feed' }
  await tape.show(pushPrices, desk.caller, {
    body: { quotes: [{ ...quote, price_usd: '18.25', observe_time: await timeIn(stage, -1) }] },
  })
  const held = { ...quote, price_usd: '9.5' }
  await tape.play(pushPrices, desk.caller, { body: { quotes: [held] } })
  await tape.show(releasePrice, operator, { body: held })
  await tape.show(listPrices, lender, { query: { asset: 'ETH' } })
  await tape.show(revokePriceSource, operator, { params: { price_source_id: id } })
  await tape.showApproved(dismissPrice, operator, { body: held }, (approval_id) =>
    approve(stage, approval_id),
  )
}

/** The second operator approves a dismissal. The answer to the request once it is carried out. */
async function approve(stage: Stage, approval_id: string): Promise<Price> {
  const { tape, operator, secondOperator } = stage
  const params = { approval_id }
  const { request_hash } = await tape.play(getApproval, operator, { params })
  await tape.play(approveApproval, secondOperator, { params, body: { request_hash } })
  const isOver = ({ state }: Approval) => state === 'CARRIED_OUT'
  const { answer } = await untilAnswer(stage, [getApproval, operator, { params }], isOver)
  return answer as Price
}

async function priceDesk({
  tape,
  operator,
}: Stage): Promise<{ accountId: string; caller: Caller }> {
  const name = 'Vadium, price desk'
  const { id } = await tape.play(createAccount, operator, {
    body: { organization_id: organizationIds.operator, name, kind: 'program' },
  })
  const { private_key = '' } = await tape.play(createCredential, operator, {
    body: { account_id: id, role: 'operator' },
  })
  return { accountId: id, caller: { name, privateKey: private_key } }
}
