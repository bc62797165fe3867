import { advanceSandbox, getSandbox, type Operation, type OperationResponse } from '@vadium/schema'
import type { Caller } from '../caller.ts'
import type { Parts, Tape } from '../tape.ts'

/** What the chapters of the book share. */
export interface Stage {
  readonly tape: Tape
  readonly operator: Caller
  /** Another person, who approves what the operator requests. */
  readonly secondOperator: Caller
  readonly lender: Caller
  readonly borrower: Caller
  /** Where webhooks can be sent. */
  readonly receiver: string
}

/** The ids that the demo book gives its organizations. */
export const organizationIds = {
  lender: 'a0000000-0000-4000-8000-000000000001',
  borrower: 'a0000000-0000-4000-8000-000000000003',
  operator: 'a0000000-0000-4000-8000-000000000007',
} as const

export const walletsOf = (slug: 'harbor' | 'kestrel') => ({
  asset_wallet_id: `${slug}-treasury-ethereum`,
  collateral_wallet_id: `${slug}-collateral-ethereum`,
})

/** The loan of most examples: 500,000 USDT against 300 ETH, as the borrower asks for it. */
export const loan = {
  lender_id: organizationIds.lender,
  borrower_id: organizationIds.borrower,
  asset: 'USDT',
  asset_quantity: '500000',
  rate_percent: '5.25',
  collateral_asset: 'ETH',
  collateral_quantity: '300',
  collateral_type: 'BILATERAL',
  ...walletsOf('kestrel'),
} as const

const minuteMs = 60_000

/** Moves the time of the book. */
export async function passMinutes({ tape, operator }: Stage, minutes: number): Promise<string> {
  const to = await timeIn({ tape, operator }, minutes)
  let time: string
  do ({ time } = await tape.play(advanceSandbox, operator, { body: { to } }))
  while (time < to)
  tape.bookTime = time
  return time
}

/** The time of the book in so many minutes. */
export async function timeIn(
  { tape, operator }: Pick<Stage, 'tape' | 'operator'>,
  minutes: number,
): Promise<string> {
  const { time } = await tape.play(getSandbox, operator)
  return new Date(Date.parse(time) + minutes * minuteMs).toISOString()
}

const looksMax = 200

/** Asks until an answer is as it is to be: for work that a process does beside its requests. */
export async function untilAnswer<O extends Operation>(
  { tape }: Stage,
  [operation, caller, parts]: readonly [O, Caller, Parts],
  isReached: (answer: OperationResponse<O>) => boolean,
): Promise<OperationResponse<O>> {
  for (let look = 0; look < looksMax; look += 1) {
    const answer = await tape.play(operation, caller, parts)
    if (isReached(answer)) return answer
    await new Promise((resume) => setTimeout(resume, 50))
  }
  throw new Error(`${operation.id} does not reach its state`)
}
