import { factOf } from '../src/index.ts'
import type {
  AssertedDefault,
  DealHistory,
  DealPrices,
  DefaultTerms,
  Fact,
  FactSubject,
  InstructedQuantity,
  LiquidationAlert,
  MarginRequest,
  OpenNotice,
  StressedDeal,
} from '../src/index.ts'

/** The time of the facts that are asked for. */
export const NOW = '2026-03-12T16:00:00.000Z'

const SECOND_MS = 1000
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The time so many seconds before {@link NOW}, or after it for a number below zero. */
export const ago = (seconds: number): string =>
  new Date(Date.parse(NOW) - seconds * SECOND_MS).toISOString()

/** 150 % is required, in units of 10⁻⁸ BTC, and 115 % is the liquidation level. */
export const AGREED: DefaultTerms = {
  margin: {
    requirementPercent: '150',
    minimumNotionalUsd: { topUp: '10000', release: '25000' },
    lot: { topUp: '0.00000001', release: '0.00000001' },
  },
  liquidationPercent: '115',
  liquidationConfirmSeconds: 900,
  closeOutScope: 'full',
}

/** Nothing was demanded, and a day is agreed for everything. */
export const HISTORY: DealHistory = {
  settlementTimeSeconds: DAY,
  disputeTimeSeconds: DAY,
  recallNoticeSeconds: null,
  termsSince: null,
  requests: [],
  lastTerminated: null,
  returns: [],
  closing: null,
  recalls: [],
  maturityTime: null,
  interestDue: [],
  interestPaid: '0',
  interestOnChain: '0',
  suspensions: { lender: [], borrower: [] },
  lenderBlocks: [],
}

/** 1,000,000 USDC lent against 25 BTC. */
export const SOUND: StressedDeal = {
  positionId: 'position-1',
  orderId: 'order-1',
  terms: AGREED,
  lent: '1000000',
  collateral: '25',
  interestOwed: '12638.888889',
  liquidationAlert: null,
  notices: [],
}

/** Some of the members of a deal and of its history. */
export type Members = Partial<Omit<StressedDeal, 'positionId' | 'orderId' | 'terms' | 'history'>> &
  Partial<DealHistory> & { terms?: Partial<DefaultTerms> }

/** A sound deal but for these members. */
export const deal = ({
  lent = SOUND.lent,
  collateral = SOUND.collateral,
  interestOwed = SOUND.interestOwed,
  liquidationAlert = SOUND.liquidationAlert,
  notices = SOUND.notices,
  terms = {},
  ...history
}: Members = {}): StressedDeal => ({
  ...SOUND,
  lent,
  collateral,
  interestOwed,
  liquidationAlert,
  notices,
  terms: { ...AGREED, ...terms },
  history: { ...HISTORY, ...history },
})

/** An alert that has been active for half an hour. */
export const alert = (members: Partial<LiquidationAlert> = {}): LiquidationAlert => ({
  occasion: 3,
  isActive: true,
  since: ago(30 * MINUTE),
  pricesAtStart: btcAt('45000'),
  ...members,
})

/** A call of the lender for 10 BTC, created six hours ago and expired two hours ago. */
export const call = (members: Partial<MarginRequest> = {}): MarginRequest => ({
  id: 'call-1',
  direction: 'TopUp',
  creator: 'lender',
  status: 'EXPIRED',
  createTime: ago(6 * HOUR),
  expireTime: ago(2 * HOUR),
  disputeTime: null,
  supersededBy: null,
  amount: '10',
  cancelledBy: null,
  failTime: null,
  instructed: [],
  ...members,
})

/** 10 BTC that were instructed two days ago, and have been late for a day. */
export const late = (members: Partial<InstructedQuantity> = {}): InstructedQuantity => ({
  leg: 'collateral',
  quantity: '10',
  instructTime: ago(2 * DAY),
  lateTime: ago(DAY),
  state: 'instructed',
  ...members,
})

/** The notice of a default, about a resource. */
export const noticeOf = (
  asserted: AssertedDefault,
  subject: Partial<FactSubject> = {},
): OpenNotice => ({
  ...asserted,
  resource: 'order',
  resourceId: null,
  occasion: null,
  since: null,
  ...subject,
})

/** USDC at 1 USD, and BTC at a price. */
export const btcAt = (collateralUsd: string | null): DealPrices => ({
  assetUsd: '1',
  collateralUsd,
})

/**
 * The conditions of a fact that are not met, of all its grounds: `name value relation required`.
 */
export const unmet = ({ conditions, grounds }: Fact): string[] =>
  [...conditions, ...grounds.flatMap((ground) => ground.conditions)]
    .filter(({ met }) => met !== true)
    .map(({ name, value, relation, required }) =>
      [name, value ?? '?', relation, required ?? '?'].join(' '),
    )

/** Whether a fact holds, and which conditions are not met. */
export function asked(
  asserted: AssertedDefault,
  of: StressedDeal,
  prices: DealPrices,
  now = NOW,
): [boolean | null, ...string[]] {
  const fact = factOf(asserted, of, prices, now)
  return [fact.holds, ...unmet(fact)]
}
