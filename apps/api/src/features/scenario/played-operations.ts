import { errorReason } from '@vadium/schema'
import { validatorOf, type Validate } from '../../platform/http/validation.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { HistoryServices } from './history-services.ts'
import type { NamedResource, NamedResources } from './named-resources.ts'
import { type CalledDeal, requestsByOrder } from './played-call-sets.ts'
import { transferUnderWay } from './played-transfers.ts'
import { ScenarioError } from './scenario-error.ts'
import type { OperationStep, PlayedOperation } from './scenario-step.ts'

/** What an operation acts on: a new request or close-out, on the position of an order. */
type Target = NamedResource['kind'] | 'position' | 'positions' | 'transfer' | 'nothing'

const targets: Readonly<Record<PlayedOperation, Target>> = {
  createOrder: 'nothing',
  acceptOrder: 'order',
  rejectOrder: 'order',
  cancelOrder: 'order',
  closeOrder: 'order',
  cancelOrderClose: 'order',
  changeOrderWallets: 'order',
  retryOrder: 'order',
  abandonOrder: 'order',
  createMarkToMarketRequest: 'position',
  acceptMarkToMarketRequest: 'mark_to_market_request',
  rejectMarkToMarketRequest: 'mark_to_market_request',
  disputeMarkToMarketRequest: 'mark_to_market_request',
  cancelMarkToMarketRequest: 'mark_to_market_request',
  retryMarkToMarketRequest: 'mark_to_market_request',
  createCallSet: 'positions',
  acceptCallSet: 'call_set',
  createOrderRequest: 'position',
  acceptOrderRequest: 'order_request',
  rejectOrderRequest: 'order_request',
  cancelOrderRequest: 'order_request',
  retryOrderRequest: 'order_request',
  createCloseOut: 'position',
  withdrawCloseOut: 'close_out',
  terminateCloseOut: 'close_out',
  retryCloseOut: 'close_out',
  receiveCloseOut: 'close_out',
  dischargeCloseOut: 'close_out',
  postChatMessage: 'order',
  cancelTransfer: 'transfer',
  sendCollateral: 'position',
  setCounterpartyLimits: 'nothing',
  setDocumentPreferences: 'nothing',
}

/** The kind of resource that an operation creates. */
const creations: Readonly<Partial<Record<PlayedOperation, NamedResource['kind']>>> = {
  createOrder: 'order',
  createMarkToMarketRequest: 'mark_to_market_request',
  createCallSet: 'call_set',
  createOrderRequest: 'order_request',
  createCloseOut: 'close_out',
}

/** A step that is played, and its place in the scenario, such as `history[3]`. */
interface PlayedStep {
  readonly path: string
  readonly step: OperationStep
  readonly tx: WriteTransaction
  readonly caller: Caller
}

/** What a step acts on: the id of its operation, and the deal, unless the step creates one. */
interface TargetOfStep {
  readonly id: string
  readonly positionId?: string
  readonly resource?: NamedResource
  /** The deals of a call set, by the names of their orders. */
  readonly called?: ReadonlyMap<string, CalledDeal>
}

/** Performs the operations of a history. */
export class PlayedOperations {
  readonly #services: HistoryServices
  readonly #names: NamedResources
  /** The id of the position of each order that was asked for: an order keeps its position. */
  readonly #positions = new Map<string, string>()
  readonly #validators = new Map<PlayedOperation, Validate>()

  constructor(services: HistoryServices, names: NamedResources) {
    this.#services = services
    this.#names = names
  }

  /** @throws ScenarioError with the path of what is wrong with the step, or of its refusal. */
  async play(played: PlayedStep): Promise<void> {
    const { path, step, tx, caller } = played
    const { operation: name } = step
    if (step.as !== undefined && creations[name] === undefined) {
      throw new ScenarioError(
        `${path}.as`,
        `must be left out: ${name} creates no order, request, close-out or call set`,
      )
    }
    const on = await this.#target(played)
    const body = await this.#body(played, on)
    const { perform } = this.#services.operations[name]
    const outcome = refuse(path, await perform({ tx, caller, id: on.id, body }))
    const kind = creations[name]
    if (step.as === undefined || kind === undefined) return
    this.#names.add(`${path}.as`, step.as, created(kind, idOf(outcome), on.resource, step))
    if (on.called === undefined) return
    for (const [order, id] of await requestsByOrder(tx, idOf(outcome), on.called)) {
      const request = created('mark_to_market_request', id, on.called.get(order)?.resource, step)
      this.#names.add(`${path}.as`, `${step.as}/${order}`, request)
    }
  }

  async #target({ path: at, step, tx }: PlayedStep): Promise<TargetOfStep> {
    const { operation, on } = step
    const path = `${at}.on`
    const target = targets[operation]
    if (target === 'nothing') {
      if (on === undefined) return { id: '' }
      throw new ScenarioError(
        path,
        `must be left out: ${operation} acts on no resource of the history`,
      )
    }
    if (target === 'transfer') {
      if (typeof on !== 'object' || Array.isArray(on))
        throw new ScenarioError(path, 'must name a transfer')
      const { id } = await transferUnderWay(tx, path, this.#names.at(`${path}.of`, on.of), on)
      return { id }
    }
    if (target === 'positions') {
      if (!Array.isArray(on)) throw new ScenarioError(path, 'must be a list of names of orders')
      const called = new Map<string, CalledDeal>()
      for (const [i, order] of on.entries()) {
        called.set(order, await this.#dealOf(tx, `${path}[${i}]`, order))
      }
      const resource = called.values().next().value?.resource
      return { id: '', called, ...(resource !== undefined && { resource }) }
    }
    if (typeof on !== 'string') throw new ScenarioError(path, 'must be the name of a step')
    if (target !== 'position') return { id: this.#names.ofKind(path, on, target).id }
    const deal = await this.#dealOf(tx, path, on)
    return { id: deal.positionId, ...deal }
  }

  async #dealOf(tx: WriteTransaction, path: string, order: string): Promise<CalledDeal> {
    const resource = this.#names.ofKind(path, order, 'order')
    const positionId = this.#positions.get(resource.id) ?? (await positionOf(tx, resource))
    if (positionId === undefined) {
      throw new ScenarioError(path, `names ${JSON.stringify(order)}, which was not accepted`)
    }
    this.#positions.set(resource.id, positionId)
    return { positionId, resource }
  }

  async #body({ path: at, step, tx, caller }: PlayedStep, on: TargetOfStep): Promise<unknown> {
    const { operation: name, body } = step
    const path = `${at}.body`
    const { operation } = this.#services.operations[name]
    if (operation.body === undefined) {
      if (body === undefined) return undefined
      throw new ScenarioError(path, `must be left out: ${name} takes none`)
    }
    const filled: Record<string, unknown> = {}
    const isNamed = 'position_id' in operation.body.properties
    if (isNamed && on.positionId !== undefined) filled['position_id'] = on.positionId
    if (name === 'createMarkToMarketRequest') {
      const preview = await this.#services.calculationId(tx, caller, on.id)
      filled['calculation_id'] = refuse(at, preview)
    }
    if (on.called !== undefined) {
      const preview = await this.#services.callSetCalculationId(tx, caller, {
        direction: on.resource?.lenderId === caller.organizationId ? 'TopUp' : 'Release',
        positionIds: [...on.called.values()].map(({ positionId }) => positionId),
      })
      filled['calculation_id'] = refuse(at, preview)
    }
    for (const member of Object.keys(filled)) {
      if (body?.[member] === undefined) continue
      throw new ScenarioError(`${path}.${member}`, 'must be left out: it follows from the history')
    }
    const whole = { ...body, ...filled }
    const fault = this.#validator(name)(whole)
    if (fault === undefined) return whole
    throw new ScenarioError(fault.field === '' ? path : `${path}.${fault.field}`, fault.issue)
  }

  #validator(name: PlayedOperation): Validate {
    const known = this.#validators.get(name)
    if (known !== undefined) return known
    const { body } = this.#services.operations[name].operation
    if (body === undefined) throw new Error(`${name} takes no body`)
    const validate = validatorOf(body, '')
    this.#validators.set(name, validate)
    return validate
  }
}

async function positionOf(
  tx: WriteTransaction,
  { id }: NamedResource,
): Promise<string | undefined> {
  const text = 'SELECT id FROM positions WHERE order_id = $1'
  return (await tx.row<{ id: string }>(text, [id]))?.id
}

function created(
  kind: NamedResource['kind'],
  id: string,
  deal: NamedResource | undefined,
  { body }: OperationStep,
): NamedResource {
  if (deal !== undefined) return { kind, id, orderId: deal.orderId, lenderId: deal.lenderId }
  return { kind, id, orderId: id, lenderId: String(body?.['lender_id']).toLowerCase() }
}

function idOf(outcome: object | string): string {
  if (typeof outcome === 'object' && 'id' in outcome) return String(outcome.id)
  throw new Error('a created resource has no id')
}

/** @throws ScenarioError if the service refused the step. */
function refuse<T extends object | string>(path: string, outcome: T | Refusal): T {
  if (!(outcome instanceof Refusal)) return outcome
  throw new ScenarioError(path, `is refused: ${refusalText(outcome)}`)
}

/** The refusal as a line of text. */
export function refusalText({ reason, details }: Refusal): string {
  const issues = details.map(({ field, issue, value }) =>
    [field, issue, value === undefined ? '' : `(${value})`].filter(Boolean).join(' '),
  )
  return `${reason}. ${[errorReason(reason).message, ...issues].join(' ')}`
}
