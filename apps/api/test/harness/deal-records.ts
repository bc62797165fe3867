import type { OrderStatus } from '@vadium/schema'
import type { Static } from '@sinclair/typebox'
import type { CloseBlockers } from '../../src/features/deals/blockers/close-blockers.ts'
import type { RequestRecord } from '../../src/features/deals/mark-to-market/request-record.ts'
import type { OrderRequestRecord } from '../../src/features/deals/order-requests/order-request-record.ts'
import type { OrderFacts } from '../../src/features/deals/orders/order-acceptance.ts'
import type {
  OrderLeg,
  OrderPosition,
  OrderRow,
} from '../../src/features/deals/orders/order-row.ts'
import type { ValuedPosition } from '../../src/features/deals/positions/valued-position.ts'

// Records of one deal as they are read from the database. Nothing blocks what their state allows.

export const lenderId = 'harbor'
export const borrowerId = 'quay'
export const nowMs = Date.parse('2026-03-02T12:00:00.000Z')

/** A time so many milliseconds after now. RFC 3339. */
export const after = (ms: number) => new Date(nowMs + ms).toISOString()

const sides = { lenderId, borrowerId }
const times = { expireAt: after(1), createdAt: after(-9), updatedAt: after(-9) }

/** BTC and ETH have a price, that of OLD is stale. */
export const orderFacts: OrderFacts = {
  nowMs,
  prices: new Map([
    ['BTC', { kind: 'current', priceUsd: '50000', source: 'a', observedAt: after(-1) }],
    ['ETH', { kind: 'current', priceUsd: '2500', source: 'a', observedAt: after(-1) }],
    ['OLD', { kind: 'stale', observedAt: '2026-03-01T12:00:00.000Z' }],
  ]),
}

export const closeBlockers: CloseBlockers = {
  unfinishedMarkToMarketRequests: [],
  transfersUnderWay: [],
  changingOrderRequests: [],
  askedOrderRequests: [],
  marginFirstUntil: null,
  ownRetiredWallets: { asset: null, collateral: null },
}

/** A transfer of an order, which its custodian is carrying out. */
export function orderLeg(changes: Partial<OrderLeg>): OrderLeg {
  return {
    id: 't-1',
    category: 'open',
    leg: 'asset',
    status: 'IN_PROGRESS',
    token: 'BTC',
    quantity: '10',
    senderId: lenderId,
    lateAt: after(0),
    isToCancel: false,
    isStalled: false,
    ...changes,
  }
}

export const orderPosition: OrderPosition = {
  id: 'p-1',
  status: 'ACTIVE',
  assetQuantity: '10',
  collateralQuantity: '360',
  activeAt: after(-9),
  assetBackAt: null,
  closedQuantity: null,
}

/** Terms as usual. */
export const terms: OrderRow['terms'] = {
  requirement_percent: '150',
  haircut: null,
  margin_call_percent: '120',
  liquidation_percent: '110',
  top_up_when: 'minimum',
  release_percent: null,
  default_causes: [],
  grace_seconds: 86_400,
  liquidation_confirm_seconds: 900,
  settlement_time_seconds: null,
  dispute_time_seconds: 86_400,
  recall_notice_seconds: null,
  close_out_discount: '0',
  close_out_scope: 'full',
  eligible_collateral: [],
  minimum_applies_to: 'deal',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '0',
  minimum_notional_release_usd: '0',
  lot_top_up: null,
  lot_release: null,
  day_count: 'ACT/360',
  cure_time_seconds: 3600,
  calendars: [],
  time_zone: null,
  notification_time: null,
  response_time: null,
  dispute_tolerance_usd: '0',
  dispute_tolerance_percent: '0',
  dispute_method: 'split',
  interest_schedule: 'at_close',
}

/** What an order has besides its status: by default, what it has in any other status. */
const ofStatus: Readonly<Partial<Record<Static<typeof OrderStatus>, Partial<OrderRow>>>> = {
  PENDING_ACCEPTANCE: { position: null, termsIdInEffect: 'terms-1' },
  OPENING: {
    position: { ...orderPosition, status: 'OPENING', activeAt: null },
    legs: [orderLeg({ status: 'FAILED' })],
  },
  CLOSING: {
    position: { ...orderPosition, status: 'CLOSING' },
    legs: [orderLeg({ category: 'close', status: 'FAILED', lateAt: after(-1) })],
  },
}

/** An order of the borrower, for 10 BTC against 360 ETH. */
export function orderIn(
  status: Static<typeof OrderStatus>,
  changes: Partial<OrderRow> = {},
): OrderRow {
  return {
    ...closeBlockers,
    ...sides,
    ...times,
    id: 'o-1',
    orderId: 'o-1',
    number: 1001,
    status,
    creatorId: borrowerId,
    lenderName: 'Harbor',
    borrowerName: 'Quay',
    asset: 'BTC',
    assetQuantity: '10',
    ratePercent: '5',
    substituteAssets: [],
    collateralAsset: 'ETH',
    collateralQuantity: '360',
    collateralType: 'BILATERAL',
    lenderAssetWalletId: 'lender-btc',
    lenderCollateralWalletId: 'lender-eth',
    borrowerAssetWalletId: 'borrower-btc',
    borrowerCollateralWalletId: 'borrower-eth',
    creatorIsActive: true,
    termsVersion: 1,
    newerTerms: null,
    termsIdInEffect: null,
    terms,
    position: orderPosition,
    interest: null,
    maturityAt: null,
    legs: [],
    divisibleAssets: null,
    closeOutId: null,
    closedBy: null,
    assetsInWallets: ['BTC', 'ETH'],
    wallets: [],
    retiredWallets: [],
    ...ofStatus[status],
    ...changes,
  }
}

/** A transfer of a mark-to-market request, which has failed. */
export function callTransfer(
  changes: Partial<RequestRecord['transfers'][number]>,
): RequestRecord['transfers'][number] {
  return {
    id: 't-1',
    status: 'FAILED',
    quantity: '60',
    isReplaced: false,
    isCalledOff: false,
    ...changes,
  }
}

/** A margin call of the lender, for 60 ETH. */
export function marginCallIn(
  status: RequestRecord['status'],
  changes: Partial<RequestRecord> = {},
): RequestRecord {
  return {
    ...sides,
    ...times,
    id: 'm-1',
    status,
    positionId: 'p-1',
    positionStatus: 'ACTIVE',
    orderId: 'o-1',
    orderNumber: 1001,
    creatorId: lenderId,
    createdAutomatically: false,
    callSetId: null,
    lentChanged: false,
    termsChanged: false,
    releasable: null,
    hasNotice: false,
    ownRetiredWallet: null,
    direction: 'TopUp',
    collateralAsset: 'ETH',
    collateralAmount: '60',
    notionalUsd: '150000',
    assetPriceUsd: '60000',
    collateralPriceUsd: '2500',
    calculationId: 'c-1',
    answerDay: null,
    dispute: null,
    supersededBy: null,
    cancellationCause: null,
    transfers: status === 'PENDING_ACCEPTANCE' ? [] : [callTransfer({})],
    ...changes,
  }
}

/** A transfer of an order request, which has failed. */
export function returnTransfer(
  changes: Partial<OrderRequestRecord['transfers'][number]>,
): OrderRequestRecord['transfers'][number] {
  return {
    id: 't-1',
    leg: 'asset',
    status: 'FAILED',
    quantity: '4',
    isCalledOff: false,
    ...changes,
  }
}

/** The borrower asks to return 4 of 10 BTC. */
export function orderRequestIn(
  status: OrderRequestRecord['status'],
  changes: Partial<OrderRequestRecord> = {},
): OrderRequestRecord {
  return {
    ...sides,
    ...times,
    id: 'r-1',
    kind: 'return',
    status,
    positionId: 'p-1',
    orderId: 'o-1',
    orderNumber: 1001,
    orderStatus: 'ACTIVE',
    creatorId: borrowerId,
    asset: 'BTC',
    lentQuantity: '10',
    collateralAsset: 'ETH',
    collateralType: 'BILATERAL',
    quantity: '4',
    whole: false,
    collateralReturned: null,
    ratePercent: null,
    effectiveAt: null,
    lastRateFrom: null,
    askedTerms: null,
    substitution: null,
    maturityAt: null,
    maturityBefore: null,
    openCloseOuts: [],
    hasNotice: false,
    keepsShare: false,
    answerDay: null,
    note: null,
    closeBlockers,
    openMarkToMarketRequests: [],
    assetUnderWay: [],
    transfers: status === 'PENDING' ? [] : [returnTransfer({})],
    ...changes,
  }
}

/** A position that can be marked to market. */
export function valuedPosition(changes: Partial<ValuedPosition> = {}): ValuedPosition {
  return {
    id: 'p-1',
    status: 'ACTIVE',
    orderId: 'o-1',
    asset: 'BTC',
    assetQuantity: '10',
    collateralAsset: 'ETH',
    collateralDecimals: 18,
    collateralType: 'BILATERAL',
    collateralQuantity: '360',
    collateralDisputedQuantity: '0',
    deliveriesInTransit: '0',
    returnsInTransit: '0',
    terms: {
      requirementPercent: '150',
      haircut: null,
      marginCallPercent: '120',
      liquidationPercent: '110',
      topUpWhen: 'minimum',
      releasePercent: null,
      thresholdUsd: '0',
      minimumNotionalTopUpUsd: '0',
      minimumNotionalReleaseUsd: '0',
      lotTopUp: null,
      lotRelease: null,
    },
    openMarkToMarketRequests: [],
    changingOrderRequest: null,
    ...changes,
  }
}
