import type { VadiumClient } from '@vadium/client'
import {
  acceptOrder,
  createMarkToMarketRequest,
  getCurrentCredential,
  getOrder,
  getPosition,
  type Operation,
  operations,
  previewableOperations,
  previewMarkToMarketRequest,
  previewRequest,
  type ResolvedRequest,
  sendCollateral,
} from '@vadium/schema'
import { type FixedFacts, fixedFactsOf } from './fixed-facts.ts'
import type { NameOf } from './marked-answer.ts'
import type { Explain } from './read-tool.ts'
import { partiesIn, transferIn, transferSentence } from './resource-parties.ts'
import { quoted, resourceLines } from './request-text.ts'
import type { OperationInput } from './tools.ts'

/** A request as it would be sent, in words for the person who is asked. */
export interface PlannedWrite {
  readonly input: OperationInput
  /** Who sends what to whom, or what else happens: the first thing that is read. */
  readonly sentences: readonly string[]
  /** All figures behind the sentences. */
  readonly details: readonly string[]
  /** What is to be the same when it is sent. Undefined if the request itself names all of it. */
  readonly fixed?: FixedFacts
}

/** A request that is not worth a question, because the service would refuse it. */
export class NotNow extends Error {}

/** What planning needs. */
export interface Planner {
  readonly client: VadiumClient
  readonly explain: Explain
  readonly names: NameOf
  readonly signal: AbortSignal
}

/**
 * Finds out what a request would do.
 *
 * @throws NotNow if it would be refused. VadiumError.
 */
export function planWrite(
  operation: Operation,
  input: OperationInput,
  planner: Planner,
): Promise<PlannedWrite> {
  if (operation.id === createMarkToMarketRequest.id) return planCall(input, planner)
  if (operation.id === sendCollateral.id) return planSending(input, planner)
  if (operation.id === acceptOrder.id) return planAcceptance(input, planner)
  if (operation.id in previewableOperations) return planPreviewed(operation, input, planner)
  return planOther(operation, input, planner)
}

/** The acceptance names the terms that the person sees: it is refused if others are in effect. */
async function planAcceptance(input: OperationInput, planner: Planner): Promise<PlannedWrite> {
  const { client, signal } = planner
  const order_id = String(input.params?.['order_id'])
  const version: unknown =
    input.body?.['terms_version'] ??
    (await client.request(getOrder, { params: { order_id } }, { signal })).terms_version
  const body = { ...input.body, terms_version: version }
  const plan = await planPreviewed(acceptOrder, { ...input, body }, planner)
  const terms = `Its terms are those of version ${String(version)} of the agreement.`
  return { ...plan, sentences: [...plan.sentences, terms] }
}

async function planPreviewed(
  operation: Operation,
  input: OperationInput,
  { client, explain, names, signal }: Planner,
): Promise<PlannedWrite> {
  const [id] = Object.values(input.params ?? {})
  const asked: Operation = previewRequest
  const body = { operation: operation.id, ...(id !== undefined && { id }), body: input.body }
  const resolved = (await client.request(asked, { body }, { signal })) as ResolvedRequest
  if (resolved.reason !== null) throw new NotNow(resolved.reason)
  const words = await explain(previewRequest.id, resolved, names)
  const sentences = [`${operation.summary}.`, ...movementSentences(resolved)]
  return { input, sentences, details: words?.lines ?? [], fixed: fixedFactsOf(resolved) }
}

/** A newer service may have others. */
const whens: Readonly<Record<string, string>> = {
  at_once: 'at once',
  when_accepted: 'when the counterparty accepts',
  afterwards: 'afterwards',
}

function movementSentences(resolved: ResolvedRequest): string[] {
  const { movements, counterparty_id, counterparty_name } = resolved
  if (movements.length === 0) {
    const counterparty = quoted(counterparty_name ?? counterparty_id)
    return [`Nothing moves. The counterparty is ${counterparty}.`]
  }
  return movements.map(({ sender, receiver, quantity, token, notional_usd, when }) => {
    const [from, to] = [sender, receiver].map((party) =>
      quoted(party.organization_name ?? party.organization_id),
    )
    const worth = notional_usd === null ? '' : ` (${notional_usd} USD)`
    const amount =
      quantity === null ? `${token}, how much is not known yet,` : `${quantity} ${token}`
    return `${from} sends ${amount}${worth} to ${to}, ${whens[when] ?? when}.`
  })
}

/** The request is that of the preview which the person sees: a later one has another calculation. */
async function planCall(
  input: OperationInput,
  { client, explain, names, signal }: Planner,
): Promise<PlannedWrite> {
  const position_id = String(input.body?.['position_id'])
  const body = { position_id, explain: true }
  const answer = await client.request(previewMarkToMarketRequest, { body }, { signal })
  const { preview, calculation } = answer
  if (!preview.can_submit_m2m || calculation === undefined) {
    const reasons = calculation?.reasons.map(({ message }) => message) ?? []
    throw new NotNow(`nothing can be submitted. ${reasons.join(' ')}`.trim())
  }
  const words = await explain(previewMarkToMarketRequest.id, answer, names)
  if (words?.differs === true) throw new NotNow('its figures differ when they are recomputed')
  const { sender, receiver, collateral_asset: token, m2m_notional_usd: usd } = preview
  const [from, to] = [sender, receiver].map((party) => quoted(party.organization_name))
  const amount = `${preview.m2m_collateral_amount} ${token} (${usd} USD)`
  return {
    input: { body: { position_id, calculation_id: calculation.calculation_id } },
    sentences: [
      `${createMarkToMarketRequest.summary}.`,
      `${from} is to send ${amount} to ${to}, when the counterparty accepts.`,
    ],
    details: words?.lines ?? [],
  }
}

async function planSending(
  input: OperationInput,
  { client, signal }: Planner,
): Promise<PlannedWrite> {
  const position_id = String(input.params?.['position_id'])
  const [position, { organization }] = await Promise.all([
    client.request(getPosition, { params: { position_id } }, { signal }),
    client.request(getCurrentCredential, {}, { signal }),
  ])
  const isLender = position.lender_id === organization.id
  const { lender_id, borrower_id, lender_name, borrower_name, collateral_asset } = position
  const receiver = quoted(isLender ? borrower_name : lender_name)
  const amount = `${String(input.body?.['quantity'])} ${collateral_asset}`
  return {
    input,
    sentences: [
      `${sendCollateral.summary}.`,
      `${quoted(organization.name)} sends ${amount} to ${receiver}, at once.`,
    ],
    details: resourceLines(position),
    fixed: { collateral: collateral_asset, lender: lender_id, borrower: borrower_id },
  }
}

/** What moves nothing by itself is said with the resource that it is about. */
async function planOther(
  operation: Operation,
  input: OperationInput,
  { client, names, signal }: Planner,
): Promise<PlannedWrite> {
  const about = resourceOf(operation)
  if (about === undefined) return { input, sentences: [`${operation.summary}.`], details: [] }
  const params = Object.fromEntries(
    Object.entries(input.params ?? {}).filter(([name]) => about.path.includes(`{${name}}`)),
  )
  const [read, { organization }] = await Promise.all([
    client.request(about, { params }, { signal }) as Promise<Record<string, unknown>>,
    client.request(getCurrentCredential, {}, { signal }),
  ])
  const parties = partiesIn(read).filter(({ id }) => id !== organization.id)
  const whom =
    parties.length === 0
      ? ''
      : `, with ${parties.map(({ id, name }) => quoted(names(id) ?? name ?? id)).join(' and ')}`
  const transfer = transferIn(read)
  return {
    input,
    sentences: [`${operation.summary}${whom}.`, ...transferSentence(transfer, names)],
    details: resourceLines(read),
    fixed: {
      parties: parties.map(({ id }) => id).join(', '),
      ...(transfer !== undefined && { transfer: JSON.stringify(transfer) }),
    },
  }
}

/** The operation that reads what the path of a write begins with. */
function resourceOf({ path }: Operation): Operation | undefined {
  const [beginning] = /^[^}]*\}/.exec(path) ?? []
  return operations.find((one) => one.method === 'GET' && one.path === beginning)
}
