import { createHash } from 'node:crypto'
import { answered } from './answered-command.ts'
import type { Answer } from './loopback-service.ts'
import type { Surroundings } from './terminal.ts'

export const ID = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
export const ORDER = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
export const ANN = '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901'
export const QUAY = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'

export const request = {
  method: 'POST',
  path: `/v1/orders/${ORDER}:accept`,
  body: '{"asset_wallet_id":"desk-btc","collateral_wallet_id":"desk-usdc"}',
}

export function hashOf({ method, path, body }: typeof request): string {
  return createHash('sha256').update(`${method}\n${path}\n${body}`).digest('hex')
}

export const decision = {
  decision: 'approve',
  account_id: QUAY,
  credential_id: QUAY,
  time: '2026-07-01T16:30:00.000Z',
}
export const pending = {
  id: ID,
  state: 'PENDING',
  operation: 'acceptOrder',
  request,
  request_hash: hashOf(request),
  organization_id: QUAY,
  account_id: ANN,
  credential_id: ANN,
  decider_id: QUAY,
  approvals_needed: 2,
  decisions: [decision],
  amount_usd: '1250000.5',
  order_id: ORDER,
  counterparty_id: ANN,
  counterparty_name: 'Harbor Lending',
  create_time: '2026-07-01T16:05:09.123Z',
  expire_time: '2026-07-02T16:05:09.123Z',
  end_time: null,
  answer: null,
  failure: null,
  actions: [],
  resolved: null,
}
/** A command, its output, and the requests that the service received. */
export async function run(
  answers: readonly Answer[],
  argv: readonly string[],
  more: Surroundings = {},
) {
  const ran = await answered(answers, argv, more)
  const sent = ran.arrived.map(({ method, target, body }) => `${method} ${target} ${body}`)
  return { ...ran, sent }
}
