import fc from 'fast-check'

const side = fc.constantFrom('lender' as const, 'borrower' as const)

/** One event in the life of a deal. Numbers choose among the possibilities at that time. */
export const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('act' as const),
      pick: fc.nat(9999),
      quantity: fc.constantFrom(undefined, '1', '1', '2.5', '9'),
      counterPercent: fc.constantFrom(0, 40, 97),
      rateInDays: fc.constantFrom(undefined, 0, 1, 2),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      pick: fc.nat(99),
      state: fc.constantFrom(
        'confirming' as const,
        'completed' as const,
        'completed' as const,
        'completed' as const,
        'failed' as const,
        'cancelled' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('quote' as const),
      usd: fc.constantFrom('40000', '58000', '66000', '80000', undefined),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('retire' as const),
      side,
      leg: fc.constantFrom('asset' as const, 'collateral' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('send' as const),
      side,
      quantity: fc.constantFrom('0.5', '7', '60'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('limit' as const),
      side,
      most: fc.constantFrom(undefined, '0', '0'),
      onBreach: fc.constantFrom('refuse' as const, 'refuse' as const, 'warn' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('call_set' as const),
      side,
      direction: fc.constantFrom('TopUp' as const, 'TopUp' as const, 'Release' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('upload' as const),
      weekend: fc.constantFrom<number[]>([], [6, 7], [1, 2, 3, 4, 5, 6, 7]),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 23, 24, 30),
      sweeps: fc.boolean(),
    }),
  },
)
type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never
export type Step = ValueOf<typeof step>

/** The beginning of a deal, as actions of its sides and outcomes of its transfers. */
const lent = ['accept', 'completed', 'completed']
const called = [...lent, 'create_mark_to_market_request']
const beginnings = [
  [],
  ['accept', 'completed', 'failed'],
  called,
  [...called, 'dispute'],
  [...called, 'dispute', 'completed'],
  [...called, 'accept', 'failed'],
  [...lent, 'return', 'accept'],
  [...lent, 'recall', 'accept', 'completed', 'failed'],
  [...lent, 'rerate'],
  [...lent, 'close'],
  [...lent, 'close', 'completed'],
]

export const opening = fc.record({
  creator: fc.constantFrom('lender' as const, 'borrower' as const),
  collateral: fc.constantFrom('300', '400'),
  beginning: fc.constantFrom(...beginnings),
  asset: fc.constant<string>('BTC'),
  /** In how many hours the order matures. Undefined: never. */
  maturesIn: fc.constantFrom(undefined, 25, 60),
})

export type Opening = ValueOf<typeof opening>

/** It waits until the order has matured, with a request to answer and one that moves collateral. */
const maturing: Opening = {
  creator: 'borrower',
  collateral: '300',
  beginning: [...lent, 'extend'],
  asset: 'BTC',
  maturesIn: 25,
}
const untilItMatures: Step[] = [{ does: 'wait', hours: 30, sweeps: true }]

const withoutWallet: Opening = {
  creator: 'lender',
  collateral: '300',
  beginning: [],
  asset: 'USDC',
  maturesIn: undefined,
}

const asked: Opening = {
  creator: 'borrower',
  collateral: '300',
  beginning: [...lent, 'return'],
  asset: 'BTC',
  maturesIn: undefined,
}

const retired: Opening = {
  creator: 'lender',
  collateral: '300',
  beginning: called,
  asset: 'BTC',
  maturesIn: undefined,
}
const bothRetired: Step[] = [
  { does: 'retire', side: 'lender', leg: 'collateral' },
  { does: 'retire', side: 'borrower', leg: 'collateral' },
]

const returning: Opening = {
  creator: 'borrower',
  collateral: '300',
  beginning: [...lent, 'return', 'accept'],
  asset: 'BTC',
  maturesIn: undefined,
}

/** Its offers that are to be accepted are above the limits of either side. */
const limited: Step[] = (['lender', 'borrower'] as const).map((one) => {
  return { does: 'limit', side: one, most: '0', onBreach: 'refuse' }
})
const offered: Opening = { ...asked, beginning: [] }
const extending: Opening = { ...maturing, maturesIn: 60 }

const lending: Opening = { ...asked, beginning: lent }
const calledInASet: Step[] = [
  { does: 'call_set', side: 'lender', direction: 'TopUp' },
  { does: 'send', side: 'borrower', quantity: '7' },
]
const sentBeside: Step[] = [
  { does: 'send', side: 'borrower', quantity: '7' },
  { does: 'call_set', side: 'lender', direction: 'TopUp' },
]

/** Lives that every run has. */
export const knownLives: [Opening, Step[]][] = [
  [withoutWallet, []],
  [retired, bothRetired],
  [asked, []],
  [returning, []],
  [maturing, untilItMatures],
  [offered, limited],
  [extending, limited],
  [lending, calledInASet],
  [lending, sentBeside],
]
