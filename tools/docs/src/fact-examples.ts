import {
  type AssertedDefault,
  type Condition,
  conditionText,
  type DealHistory,
  type DealSymbols,
  factOf,
  type InstructedQuantity,
  type MarginRequest,
  type StressedDeal,
} from '@vadium/margin'
import { code, table } from './table.ts'

const symbols: DealSymbols = { asset: 'USDC', collateralAsset: 'BTC' }
const day = 86_400
const now = '2026-03-12T16:00:00.000Z'

const sound: StressedDeal = {
  positionId: 'position',
  orderId: 'order',
  terms: {
    margin: {
      requirementPercent: '150',
      minimumNotionalUsd: { topUp: '10000', release: '10000' },
      lot: { topUp: '0.00000001', release: '0.00000001' },
    },
    liquidationPercent: '115',
    liquidationConfirmSeconds: 900,
    closeOutScope: 'full',
  },
  lent: '1000000',
  collateral: '25',
  interestOwed: '12638.888889',
  liquidationAlert: null,
  notices: [],
}

const quiet: DealHistory = {
  settlementTimeSeconds: day,
  disputeTimeSeconds: day,
  recallNoticeSeconds: 5 * day,
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

const call: MarginRequest = {
  id: 'call',
  direction: 'TopUp',
  creator: 'lender',
  status: 'EXPIRED',
  createTime: '2026-03-12T09:00:00.000Z',
  expireTime: '2026-03-12T13:00:00.000Z',
  disputeTime: null,
  supersededBy: null,
  amount: '5',
  cancelledBy: null,
  failTime: null,
  instructed: [],
}
const late: InstructedQuantity = {
  leg: 'collateral',
  quantity: '5',
  instructTime: '2026-03-10T13:00:00.000Z',
  lateTime: '2026-03-11T13:00:00.000Z',
  state: 'instructed',
}

interface Example {
  readonly title: string
  readonly asserted: AssertedDefault
  readonly deal?: Partial<Pick<StressedDeal, 'lent' | 'interestOwed' | 'liquidationAlert'>>
  readonly history?: Partial<DealHistory>
  /** Of one BTC, in USD. */
  readonly price: string
}

const unmet: AssertedDefault = { cause: 'UNMET_CALL', inDefault: 'borrower' }
const missed: AssertedDefault = { cause: 'MISSED_RETURN', inDefault: 'borrower' }

const examples: readonly Example[] = [
  {
    title: 'a call expired at 13:00',
    asserted: unmet,
    history: { requests: [call] },
    price: '50000',
  },
  {
    title: 'an accepted call has not arrived',
    asserted: unmet,
    history: { requests: [{ ...call, status: 'IN_PROGRESS', instructed: [late] }] },
    price: '50000',
  },
  {
    title: 'a call was disputed yesterday',
    asserted: unmet,
    history: {
      requests: [{ ...call, status: 'DISPUTED', disputeTime: '2026-03-11T12:00:00.000Z' }],
    },
    price: '50000',
  },
  {
    title: 'BTC has been at 45,000 USD for half an hour',
    asserted: { cause: 'LIQUIDATION_LEVEL', inDefault: 'borrower' },
    deal: {
      liquidationAlert: {
        occasion: 1,
        isActive: true,
        since: '2026-03-12T15:30:00.000Z',
        pricesAtStart: { assetUsd: '1', collateralUsd: '45000' },
      },
    },
    price: '45000',
  },
  {
    title: 'the whole asset was recalled on 1 March, with a notice of 5 days',
    asserted: missed,
    history: {
      recalls: [
        {
          id: 'recall',
          createTime: '2026-03-01T10:00:00.000Z',
          acceptTime: null,
          lentWhenMet: '0',
        },
      ],
    },
    price: '60000',
  },
  {
    title: 'the deal matured on 10 March',
    asserted: missed,
    history: { maturityTime: '2026-03-10T12:00:00.000Z' },
    price: '60000',
  },
  {
    title: 'the asset of a close is late',
    asserted: missed,
    history: { closing: { instructed: [{ ...late, leg: 'asset', quantity: '1000000' }] } },
    price: '60000',
  },
  {
    title: 'the lender does not send back the collateral of a closed loan',
    asserted: { cause: 'MISSED_RETURN', inDefault: 'lender' },
    deal: { lent: '0', interestOwed: '0' },
    history: { closing: { instructed: [{ ...late, quantity: '25' }] } },
    price: '60000',
  },
  {
    title: 'the interest of 1 March was not paid',
    asserted: { cause: 'MISSED_INTEREST', inDefault: 'borrower' },
    history: {
      interestDue: [
        {
          day: '2026-03-01',
          total: '8125',
          instructTime: '2026-03-01T00:00:00.000Z',
          lateTime: '2026-03-02T00:00:00.000Z',
        },
      ],
      interestPaid: '3069.444445',
    },
    price: '60000',
  },
]

/** An example of each cause, with every condition that its fact meets. */
export function factExamples(): string {
  return examples.map(section).join('\n\n')
}

function section({ title, asserted, deal, history, price }: Example): string {
  const prices = { assetUsd: '1', collateralUsd: price }
  const stressed = { ...sound, ...deal, history: { ...quiet, ...history } }
  const { ground, conditions } = factOf(asserted, stressed, prices, now)
  if (ground === null) throw new Error(`the fact of the example does not hold: ${title}`)
  const row = (condition: Condition) => [
    code(condition.name),
    conditionText(condition, ground.name, symbols),
  ]
  return [
    `**${code(asserted.cause)}** of the ${asserted.inDefault}: ${title}. BTC is at ${price} USD.`,
    table(['Condition', 'Figure'], [...conditions, ...ground.conditions].map(row)),
  ].join('\n\n')
}
