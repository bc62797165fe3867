import type {
  Approval,
  ApprovalToGive,
  MarkToMarketPreviewResponse,
  Order,
  PositionToMark,
  RequestOptions,
  RequestToAnswer,
  ResolvedRequest,
  Today,
  VadiumClient,
} from '@vadium/client'
import { verifyPreview } from '@vadium/margin'
import { pageSizeMax } from '../../service/pages.ts'
import { operationSummaries } from '../../service/operation-summaries.ts'
import { pendingFor } from '../approvals/pending.tsx'
import { requestHash } from '../approvals/request-hash.ts'
import { afterSettlement } from '../confirmation/after-settlement.ts'
import { movementsOf } from '../confirmation/moves-of-preview.ts'
import { recomputed } from '../what-moves/recomputed-coverage.ts'
import { isManyKind, type ManyKind } from './many-kinds.ts'

/** One of many, before it is looked at. */
export interface ManyItem {
  readonly id: string
  /** What it is, such as `Order 1001, Kestrel`. */
  readonly name: string
  readonly look: (options: { readonly signal: AbortSignal }) => Promise<Looked>
}

/** What a request means, and how it is sent. */
export interface Looked extends Pick<
  ResolvedRequest,
  'movements' | 'wallet_changes' | 'rate' | 'maturity' | 'terms'
> {
  /** Where only the request itself says what it is about. */
  readonly name?: string
  /** In percent, now and afterwards. */
  readonly coverage: { readonly before: string | null; readonly after: string | null } | null
  /** Why it cannot be sent with the others. Undefined if it can. */
  readonly whyNot: string | undefined
  readonly send: (options: RequestOptions) => Promise<unknown>
}

/** So many are looked at and sent together. Each is read by itself. */
export const manyMax = 50

/** Where the items come from. */
export interface ManySource {
  readonly client: VadiumClient
  /** What the organization has asked for already, and awaits an approval. */
  readonly pending: readonly Approval[]
}

/** Reads what can be sent together. */
export type ReadItems = (
  source: ManySource,
  options: { readonly signal: AbortSignal },
) => Promise<ManyItem[]>

/** The items of one kind that Today names. */
export async function namedByToday(
  kind: string,
  source: ManySource,
  options: { readonly signal: AbortSignal },
): Promise<ManyItem[]> {
  if (!isManyKind(kind)) return []
  return itemsOf(kind, source, await source.client.today.show({ rows: manyMax }, options))
}

/** An order is accepted by itself, with its wallets. */
function itemsOf(kind: ManyKind, source: ManySource, today: Today): ManyItem[] {
  if (kind === 'call') return today.to_call.positions.map((row) => toMark(source, row, 'TopUp'))
  if (kind === 'release') {
    return today.to_release.positions.map((row) => toMark(source, row, 'Release'))
  }
  if (kind === 'approve') return today.to_approve.approvals.map((row) => toApprove(source, row))
  return today.to_answer.requests
    .filter((row) => row.kind !== 'order' && row.kind !== 'call_set')
    .map((row) => toAccept(source, row))
}

const nameOf = (row: Pick<PositionToMark, 'order_id_pretty' | 'counterparty_name'>): string =>
  `Order ${row.order_id_pretty}, ${row.counterparty_name}`

const asked = 'it was asked for already, and awaits an approval'
const unequal = 'this browser computes other figures'

function toMark(
  { client, pending }: ManySource,
  row: PositionToMark,
  direction: 'TopUp' | 'Release',
): ManyItem {
  const { id } = row
  const isPending = pendingFor(pending, 'createMarkToMarketRequest', id) !== undefined
  return {
    id,
    name: nameOf(row),
    look: async (options) => {
      const body = { position_id: id, explain: true }
      const answer = await client.markToMarketRequests.preview(body, options)
      const { preview, calculation } = answer
      const calculationId = calculation?.calculation_id ?? ''
      return {
        movements: movementsOf(preview),
        wallet_changes: [],
        rate: null,
        maturity: null,
        terms: null,
        coverage: {
          before: preview.ccr_percent,
          after: afterSettlement(answer)?.ccrPercent ?? null,
        },
        whyNot: isPending ? asked : whyNotMarked(answer, direction),
        send: (sending) => {
          const request = { position_id: id, calculation_id: calculationId }
          return client.markToMarketRequests.create(request, sending)
        },
      }
    },
  }
}

function whyNotMarked(
  { preview, calculation }: MarkToMarketPreviewResponse,
  direction: 'TopUp' | 'Release',
): string | undefined {
  if (calculation === undefined) return 'it is not due any more'
  if (!verifyPreview(preview, calculation).ok) return unequal
  if (preview.direction === direction && preview.can_submit_m2m) return undefined
  const reasons = calculation.reasons.map(({ message }) => message).join(' ')
  return reasons === '' ? 'it is not due any more' : reasons
}

function toAccept({ client, pending }: ManySource, row: RequestToAnswer): ManyItem {
  const { id, kind } = row
  const isCall = kind === 'mark_to_market_request'
  const operation = isCall ? 'acceptMarkToMarketRequest' : 'acceptOrderRequest'
  const resource = isCall ? client.markToMarketRequests : client.orderRequests
  const isPending = pendingFor(pending, operation, id) !== undefined
  return {
    id,
    name: nameOf(row),
    look: async (options) => {
      const looked = lookedAt(await client.requests.preview({ operation, id }, options))
      return {
        ...looked,
        whyNot: isPending ? asked : looked.whyNot,
        send: (sending) => resource.accept(id, sending),
      }
    },
  }
}

function toApprove({ client }: ManySource, { id, operation }: ApprovalToGive): ManyItem {
  const name = operationSummaries[operation] ?? operation
  return {
    id,
    name,
    look: async (options) => {
      const approval = await client.approvals.get(id, options)
      const computed = await requestHash(approval.request)
      const send = (sending: RequestOptions) =>
        client.approvals.approve(id, { request_hash: computed }, sending)
      const { resolved, actions } = approval
      if (resolved === null) return { ...nothing, whyNot: onItsPage, send }
      const { order_id_pretty: number, counterparty_name: other } = resolved
      const about = [number === null ? undefined : `order ${number}`, other ?? undefined]
      const looked = lookedAt(resolved)
      const mayNot = actions.find(({ action }) => action === 'approve')?.reason ?? undefined
      const isOther = computed !== approval.request_hash
      return {
        ...looked,
        name: [name, ...about.filter((part) => part !== undefined)].join(', '),
        whyNot: isOther
          ? 'the signed request does not have the hash of the approval'
          : (mayNot ?? looked.whyNot),
        send,
      }
    },
  }
}

const onItsPage = 'what it does is read on its own page'
const nothing = {
  movements: [],
  wallet_changes: [],
  rate: null,
  maturity: null,
  terms: null,
  coverage: null,
}

interface NewerVersion {
  readonly version: number
  readonly lenderId: string
  readonly borrowerId: string
  readonly counterparty: { readonly id: string; readonly name: string }
}

/** An amend of each active order between two sides that has older terms. */
export const amendsTo =
  ({ version, lenderId, borrowerId, counterparty }: NewerVersion): ReadItems =>
  async (source, options) => {
    const filter = { counterparty_id: counterparty.id, status: 'ACTIVE', page_size: pageSizeMax }
    const { orders } = await source.client.orders.list(filter, options)
    return orders
      .filter((order) => order.lender_id === lenderId && order.borrower_id === borrowerId)
      .filter((order) => order.terms_version < version && order.position_id !== null)
      .slice(0, manyMax)
      .map((order) => toAmend(source, order, { version, other: counterparty.name }))
  }

function toAmend(
  { client, pending }: ManySource,
  { id, number, position_id: positionId }: Order,
  { version, other }: { readonly version: number; readonly other: string },
): ManyItem {
  const body = { kind: 'amend', position_id: positionId ?? '', terms_version: version } as const
  const isPending = pendingFor(pending, 'createOrderRequest', body.position_id) !== undefined
  return {
    id,
    name: nameOf({ order_id_pretty: number, counterparty_name: other }),
    look: async (options) => {
      const asking = { operation: 'createOrderRequest', body: { ...body } } as const
      const looked = lookedAt(await client.requests.preview(asking, options))
      return {
        ...looked,
        whyNot: isPending ? asked : looked.whyNot,
        send: (sending) => client.orderRequests.create(body, sending),
      }
    },
  }
}

/** A request as it was resolved. What a row cannot show is not sent from it. */
function lookedAt(resolved: ResolvedRequest): Omit<Looked, 'send' | 'name'> {
  const { movements, wallet_changes, rate, maturity, terms, coverage, reason } = resolved
  const isShown =
    movements.length > 0 ||
    wallet_changes.length > 0 ||
    [rate, maturity, terms].some((agreed) => agreed !== null)
  const isEqual = coverage === null || recomputed(coverage, resolved.substitution).isEqual
  return {
    movements,
    wallet_changes,
    rate,
    maturity,
    terms,
    coverage: coverage && { before: coverage.before_percent, after: coverage.after_percent },
    whyNot: reason ?? (isEqual ? (isShown ? undefined : onItsPage) : unequal),
  }
}
