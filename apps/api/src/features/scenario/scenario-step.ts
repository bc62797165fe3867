import { type Static, Type } from '@sinclair/typebox'
import {
  DecimalString,
  enumeration,
  identifier,
  ProviderState,
  Timestamp,
  TransferCategory,
  Uuid,
} from '@vadium/schema'
import { closed, nullable } from './reference-data.ts'

/** The operations that change a deal, how much of them may be had, or what is made of them. */
export const playedOperations = [
  'createOrder',
  'acceptOrder',
  'rejectOrder',
  'cancelOrder',
  'closeOrder',
  'cancelOrderClose',
  'changeOrderWallets',
  'retryOrder',
  'abandonOrder',
  'createMarkToMarketRequest',
  'acceptMarkToMarketRequest',
  'rejectMarkToMarketRequest',
  'disputeMarkToMarketRequest',
  'cancelMarkToMarketRequest',
  'retryMarkToMarketRequest',
  'createCallSet',
  'acceptCallSet',
  'createOrderRequest',
  'acceptOrderRequest',
  'rejectOrderRequest',
  'cancelOrderRequest',
  'retryOrderRequest',
  'createCloseOut',
  'withdrawCloseOut',
  'terminateCloseOut',
  'retryCloseOut',
  'receiveCloseOut',
  'dischargeCloseOut',
  'postChatMessage',
  'cancelTransfer',
  'sendCollateral',
  'setCounterpartyLimits',
  'setDocumentPreferences',
] as const

/**
 * A resource of the history, by the name that a step gave it with `as`. A request of a call set is
 * named by both: `set/deal-1` is that of the order `deal-1`.
 */
const StepName = identifier('The name of an order, request or close-out of the history.', 128)

/** A transfer of the history. Exactly one of the order, request or close-out must be under way. */
const StepTransfer = Type.Object(
  {
    of: StepName,
    leg: enumeration(['asset', 'collateral', 'interest']),
    category: Type.Optional(TransferCategory),
  },
  closed,
)

/** A price that a source of the service observed at the time of the step. */
export const QuoteStep = Type.Object(
  {
    at: Timestamp,
    quote: Type.Object(
      {
        asset: Type.String(),
        source: identifier('The source of the price.'),
        price_usd: DecimalString,
      },
      closed,
    ),
  },
  closed,
)

/** An operation that an account performed. */
export const OperationStep = Type.Object(
  {
    at: Timestamp,
    /** The account. */
    by: Uuid,
    operation: enumeration(playedOperations),
    /**
     * The order, request or close-out that the operation changes. For a new request or close-out:
     * the order of its position. For `cancelTransfer`: the transfer. For `createCallSet`: the
     * orders of which a call is due. The lender calls for top-ups, the borrower for releases.
     */
    on: Type.Optional(
      Type.Union([StepName, StepTransfer, Type.Array(StepName, { minItems: 1, maxItems: 500 })]),
    ),
    /**
     * The body of the operation. `position_id` and `calculation_id` are left out, because they
     * exist only when the step is played.
     */
    body: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /**
     * The name by which later steps know what was created: an order, a request, a close-out or a
     * set.
     */
    as: Type.Optional(StepName),
  },
  closed,
)

/** A state of a transfer that its custodian reported. */
export const TransferStep = Type.Object(
  {
    at: Timestamp,
    transfer: StepTransfer,
    state: ProviderState,
    request_state: nullable(Type.String({ maxLength: 200 })),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    /**
     * The id by which the custodian knows the transfer. Default: the one that the service gives.
     */
    external_transfer_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  },
  closed,
)

export type PlayedOperation = (typeof playedOperations)[number]
export type QuoteStep = Static<typeof QuoteStep>
export type OperationStep = Static<typeof OperationStep>
export type TransferStep = Static<typeof TransferStep>

/** One step of the history of a scenario. */
export const ScenarioStep = Type.Union([QuoteStep, OperationStep, TransferStep])
export type ScenarioStep = Static<typeof ScenarioStep>
