import type { TObject } from '@sinclair/typebox'
import {
  type ErrorDetail,
  type ErrorReason,
  type Operation,
  type OperationBody,
  type PreviewableOperation,
  previewableOperations,
  type previewRequest,
  type ResolvedRequest,
} from '@vadium/schema'
import { allFaults, type Validate, validatorOf } from '../../../platform/http/validation.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { ResolvedRequests } from './resolved-requests.ts'
import type { StoredRequest } from './stored-request.ts'

interface Previewable {
  /** The name of the id in its path. Undefined if it has none. */
  readonly idName: string | undefined
  /** Undefined if it takes no body. */
  readonly schema: TObject | undefined
  readonly validate: Validate | undefined
  readonly isBodyOptional: boolean
}

const bodyPlace = 'body'

function previewableOf({ params, body, isBodyOptional: optional }: Operation): Previewable {
  const [idName] = Object.keys(params?.properties ?? {})
  return {
    idName,
    schema: body,
    validate: body && validatorOf(body, bodyPlace),
    isBodyOptional: optional === true,
  }
}

const previewables = new Map<string, Previewable>(
  Object.entries(previewableOperations).map(([name, one]) => [name, previewableOf(one)]),
)

type Asked = OperationBody<typeof previewRequest>

/** What requests would do, before they are sent. */
export class RequestPreviews {
  readonly #resolved: ResolvedRequests

  constructor(resolved: ResolvedRequests) {
    this.#resolved = resolved
  }

  /** It reads with the rights of the caller, as an approver's page does, and changes nothing. */
  async preview(caller: Caller, asked: Asked): Promise<ResolvedRequest | Refusal> {
    const stored = storedOf(asked)
    if (stored instanceof Refusal) return stored
    return (await this.#resolved.resolve(caller, stored)) ?? notFound(asked)
  }
}

/** The request as it would be stored if it needed approval. */
function storedOf({ operation, id, body }: Asked): StoredRequest | Refusal {
  const previewable = previewables.get(operation)
  if (previewable === undefined) throw new Error(`${operation} cannot be previewed`)
  const { idName, schema, isBodyOptional } = previewable
  const isLeftOut = isBodyOptional && body === undefined
  const absence =
    presenceFault('id', id, idName !== undefined, operation) ??
    (isLeftOut ? undefined : presenceFault(bodyPlace, body, schema !== undefined, operation))
  const faults = absence === undefined ? bodyFaults(body, previewable) : [absence]
  if (faults.length > 0) return new Refusal('BODY_INVALID', faults)
  return {
    operation,
    params: idName === undefined ? null : { [idName]: id?.toLowerCase() },
    body: body === undefined ? '' : JSON.stringify(body),
  }
}

function presenceFault(
  field: string,
  given: unknown,
  isTaken: boolean,
  operation: string,
): ErrorDetail | undefined {
  if ((given !== undefined) === isTaken) return undefined
  return { field, issue: isTaken ? `is required for ${operation}` : `${operation} takes none` }
}

function bodyFaults(body: unknown, { schema, validate }: Previewable): readonly ErrorDetail[] {
  if (schema === undefined || body === undefined) return []
  const first = validate?.(body)
  if (first === undefined) return []
  return allFaults(schema, body, first, bodyPlace).map((fault) =>
    fault.field === bodyPlace ? fault : { ...fault, field: `${bodyPlace}.${fault.field}` },
  )
}

const order = ['ORDER_NOT_FOUND', 'an order'] as const
const call = ['MARK_TO_MARKET_REQUEST_NOT_FOUND', 'a mark-to-market request'] as const
const request = ['ORDER_REQUEST_NOT_FOUND', 'an order request'] as const

type OnADeal = Exclude<PreviewableOperation, 'createOrder'>

/** What each operation is about. */
const subjects: Readonly<Record<OnADeal, readonly [ErrorReason, string]>> = {
  acceptOrder: order,
  closeOrder: order,
  retryOrder: order,
  abandonOrder: order,
  changeOrderWallets: order,
  acceptMarkToMarketRequest: call,
  disputeMarkToMarketRequest: call,
  retryMarkToMarketRequest: call,
  createOrderRequest: ['POSITION_NOT_FOUND', 'a position'],
  acceptOrderRequest: request,
  retryOrderRequest: request,
}

function notFound({ operation, id }: Asked): Refusal {
  if (operation === 'createOrder') throw new Error('a new order is about nothing that exists')
  const [reason, noun] = subjects[operation]
  const field = id === undefined ? `${bodyPlace}.position_id` : 'id'
  return new Refusal(reason, [{ field, issue: `is not ${noun} of this organization` }])
}
