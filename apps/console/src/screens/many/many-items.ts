import type {
  PositionToMark,
  RequestOptions,
  RequestToAnswer,
  ResolvedMovement,
  ResolvedRequest,
  Today,
  VadiumClient,
} from '@vadium/client'
import { requestHash } from '../approvals/request-hash.ts'
import { afterSettlement } from '../confirmation/after-settlement.ts'
import { movementsOf } from '../confirmation/moves-of-preview.ts'
import { operationSummaries } from '../../service/operation-summaries.ts'
import type { ManyKind } from './many-kinds.ts'

/** One of many, before it is looked at. */
export interface ManyItem {
  readonly id: string
  /** What it is, such as `Order 1001, Kestrel`. */
  readonly name: string
  readonly look: (options: { readonly signal: AbortSignal }) => Promise<Looked>
}

/** What a request moves, and how it is sent. */
export interface Looked {
  readonly movements: readonly ResolvedMovement[]
  /** In percent, now and afterwards. */
  readonly coverage: { readonly before: string | null; readonly after: string | null } | null
  /** Why it cannot be sent with the others. Undefined if it can. */
  readonly whyNot: string | undefined
  readonly send: (options: RequestOptions) => Promise<unknown>
}

/** The items of one kind that Today names. */
export function itemsOf(client: VadiumClient, kind: ManyKind, today: Today): ManyItem[] {
  switch (kind) {
    case 'call':
      return today.to_call.positions.map((row) => toMark(client, row, 'TopUp'))
    case 'release':
      return today.to_release.positions.map((row) => toMark(client, row, 'Release'))
    case 'answer':
      return today.to_answer.requests.map((row) => toAccept(client, row))
    case 'approve':
      return today.to_approve.approvals.map(({ id, operation }) => ({
        id,
        name: operationSummaries[operation] ?? operation,
        look: (options) => lookAtApproval(client, id, options),
      }))
  }
}

const nameOf = (row: Pick<PositionToMark, 'order_id_pretty' | 'counterparty_name'>): string =>
  `Order ${row.order_id_pretty}, ${row.counterparty_name}`

function toMark(
  client: VadiumClient,
  row: PositionToMark,
  direction: 'TopUp' | 'Release',
): ManyItem {
  return {
    id: row.id,
    name: nameOf(row),
    look: async (options) => {
      const body = { position_id: row.id, explain: true }
      const answer = await client.markToMarketRequests.preview(body, options)
      const { preview, calculation } = answer
      const calculationId = calculation?.calculation_id
      const isDue = preview.direction === direction && preview.can_submit_m2m
      const reasons = calculation?.reasons.map(({ message }) => message).join(' ') ?? ''
      return {
        movements: movementsOf(preview),
        coverage: {
          before: preview.ccr_percent,
          after: afterSettlement(answer)?.ccrPercent ?? null,
        },
        whyNot:
          isDue && calculationId !== undefined
            ? undefined
            : reasons === ''
              ? 'it is not due any more'
              : reasons,
        send: (sending) =>
          client.markToMarketRequests.create(
            { position_id: row.id, calculation_id: calculationId ?? '' },
            sending,
          ),
      }
    },
  }
}

function toAccept(client: VadiumClient, row: RequestToAnswer): ManyItem {
  const { id, kind } = row
  const name = nameOf(row)
  if (kind === 'order') {
    const whyNot = 'an order is accepted on its own page, with its wallets'
    return {
      id,
      name,
      look: async (options) => {
        const resolved = await client.requests.preview({ operation: 'acceptOrder', id }, options)
        return { ...lookedAt(resolved), whyNot, send: () => Promise.reject(new Error(whyNot)) }
      },
    }
  }
  const isCall = kind === 'mark_to_market_request'
  const operation = isCall ? 'acceptMarkToMarketRequest' : 'acceptOrderRequest'
  const resource = isCall ? client.markToMarketRequests : client.orderRequests
  return {
    id,
    name,
    look: async (options) => ({
      ...lookedAt(await client.requests.preview({ operation, id }, options)),
      send: (sending) => resource.accept(id, sending),
    }),
  }
}

function lookedAt({ movements, coverage, reason }: ResolvedRequest): Omit<Looked, 'send'> {
  return {
    movements,
    coverage: coverage && { before: coverage.before_percent, after: coverage.after_percent },
    whyNot: reason ?? undefined,
  }
}

async function lookAtApproval(
  client: VadiumClient,
  id: string,
  options: { readonly signal: AbortSignal },
): Promise<Looked> {
  const {
    resolved,
    request,
    request_hash: claimed,
    actions,
  } = await client.approvals.get(id, options)
  const computed = await requestHash(request)
  const send = (sending: RequestOptions) =>
    client.approvals.approve(id, { request_hash: computed }, sending)
  if (resolved === null) {
    const whyNot = 'it moves nothing, and is read on its own page'
    return { movements: [], coverage: null, whyNot, send }
  }
  const looked = lookedAt(resolved)
  const approve = actions.find(({ action }) => action === 'approve')
  const whyNot =
    computed === claimed
      ? (approve?.reason ?? looked.whyNot)
      : 'the signed request does not have the hash of the approval'
  return { ...looked, whyNot, send }
}
