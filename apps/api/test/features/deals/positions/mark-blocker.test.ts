import { expect, it } from 'vitest'
import {
  markBlocker,
  releaseBlocker,
} from '../../../../src/features/deals/positions/mark-blocker.ts'
import type { ValuedPosition } from '../../../../src/features/deals/positions/valued-position.ts'
import { Refusal } from '../../../../src/platform/refusal.ts'
import { type Blocked, inOrder, refusalOf } from '../../../harness/blocker-table.ts'
import { valuedPosition } from '../../../harness/deal-records.ts'

const changing = { field: 'order_request_id', issue: 'is changing the quantity of the position' }
const changes = { id: 'r-1', owesCollateral: false }
const owing = { id: 'r-1', owesCollateral: true }
const closing = { field: 'order_id', issue: 'the order is closing', value: 'o-1' }
const notActive = (status: 'OPENING' | 'CLOSED'): Blocked<ValuedPosition> => [
  `while ${status}`,
  { status },
  refusalOf('POSITION_NOT_ACTIVE', 'position_id', `the position is ${status}`, 'p-1'),
]

it.each(
  inOrder(valuedPosition(), [
    notActive('OPENING'),
    notActive('CLOSED'),
    [
      'with a tri-party agent',
      { collateralType: 'TRIPARTY' },
      refusalOf('COLLATERAL_MANAGED_BY_AGENT', 'position_id', 'its collateral is TRIPARTY', 'p-1'),
    ],
    [
      'while requests are open',
      { openMarkToMarketRequests: ['m-1', 'm-2'] },
      refusalOf(
        'MARK_TO_MARKET_REQUEST_OPEN',
        'mark_to_market_request_id',
        'awaits an answer or a retry',
        'm-1',
        'm-2',
      ),
    ],
    [
      'while a part goes back and the order closes',
      { changingOrderRequest: changes, status: 'CLOSING' },
      new Refusal('POSITION_QUANTITY_CHANGING', [{ ...changing, value: 'r-1' }, closing]),
    ],
    [
      'while the order closes',
      { changingOrderRequest: null, status: 'CLOSING' },
      new Refusal('POSITION_QUANTITY_CHANGING', [closing]),
    ],
    [
      'while a part goes back',
      { changingOrderRequest: changes },
      new Refusal('POSITION_QUANTITY_CHANGING', [{ ...changing, value: 'r-1' }]),
    ],
  ]),
)('a position is not marked to market %s', (_when, position, refusal) => {
  expect(markBlocker(position)).toEqual(refusal)
})

it.each<Partial<ValuedPosition>>([
  {},
  { collateralType: 'RESTRICTED' },
  { changingOrderRequest: owing },
])('a position is marked to market: active, with %j', (changes) => {
  expect(markBlocker(valuedPosition(changes))).toBeUndefined()
})

it('the collateral that is owed for a returned part holds a Release back, and no TopUp', () => {
  const position = valuedPosition({ changingOrderRequest: owing })
  expect(releaseBlocker(position, 'Release')).toEqual(
    refusalOf(
      'POSITION_QUANTITY_CHANGING',
      'order_request_id',
      'its collateral is to be sent back before a Release',
      'r-1',
    ),
  )
  expect(releaseBlocker(position, 'TopUp')).toBeUndefined()
  expect(releaseBlocker(position, 'None')).toBeUndefined()
  expect(releaseBlocker(valuedPosition(), 'Release')).toBeUndefined()
  const part = valuedPosition({ changingOrderRequest: changes })
  expect(releaseBlocker(part, 'Release')).toBeUndefined()
})
