import type { MarginDirection } from '@vadium/margin'
import type { ErrorReason } from '@vadium/schema'

/** A preview of a position by a profile, and its answer. */
export interface ShowcaseEntry {
  readonly orderNumber: number
  /** What it shows, in a few words. */
  readonly shows: string
  readonly profile: string
  readonly expected: ExpectedPreview | ExpectedRefusal
}

export interface ExpectedPreview {
  readonly status: 200
  readonly direction: MarginDirection
  readonly canSubmit: boolean
  /** The codes of the reasons why it cannot be submitted. */
  readonly reasons: readonly string[]
}

export interface ExpectedRefusal {
  readonly status: 403 | 404 | 409 | 422 | 424
  readonly reason: ErrorReason
}

const due = (direction: 'TopUp' | 'Release'): ExpectedPreview => ({
  status: 200,
  direction,
  canSubmit: true,
  reasons: [],
})
const notDue = (direction: MarginDirection, ...reasons: string[]): ExpectedPreview => ({
  status: 200,
  direction,
  canSubmit: false,
  reasons,
})
const refused = (status: ExpectedRefusal['status'], reason: ErrorReason): ExpectedRefusal => ({
  status,
  reason,
})
const entry = (
  orderNumber: number,
  profile: string,
  shows: string,
  expected: ShowcaseEntry['expected'],
): ShowcaseEntry => ({
  orderNumber,
  shows,
  profile,
  expected,
})

/** An example of every answer that a preview can give. */
export const showcase: readonly ShowcaseEntry[] = [
  entry(1001, 'harbor-execution', 'needs a top-up', due('TopUp')),
  entry(1002, 'kestrel-execution', 'needs a release', due('Release')),
  entry(
    1003,
    'lumen-execution',
    'a top-up below the minimum',
    notDue('TopUp', 'BELOW_MINIMUM_NOTIONAL'),
  ),
  entry(1004, 'harbor-admin', 'nothing is due, to the cent', notDue('None', 'NOTHING_DUE')),
  entry(
    1005,
    'tidewater-execution',
    'a request awaits an answer',
    refused(409, 'MARK_TO_MARKET_REQUEST_OPEN'),
  ),
  entry(
    1006,
    'northgate-execution',
    'a request failed and awaits a retry',
    refused(409, 'MARK_TO_MARKET_REQUEST_OPEN'),
  ),
  entry(
    1007,
    'harbor-execution',
    'a recall is in progress',
    refused(409, 'POSITION_QUANTITY_CHANGING'),
  ),
  entry(
    1008,
    'kestrel-execution',
    'the top-up is in transit, and counted',
    notDue('None', 'NOTHING_DUE'),
  ),
  entry(
    1009,
    'lumen-execution',
    'a tri-party agent manages the collateral',
    refused(422, 'COLLATERAL_MANAGED_BY_AGENT'),
  ),
  entry(1010, 'northgate-viewer', 'still opening', refused(422, 'POSITION_NOT_ACTIVE')),
  entry(1011, 'kestrel-viewer', 'closed', refused(422, 'POSITION_NOT_ACTIVE')),
  entry(1012, 'tidewater-admin', 'closing', refused(409, 'POSITION_QUANTITY_CHANGING')),
  entry(1013, 'harbor-execution', 'the price of AVAX is stale', refused(424, 'PRICE_STALE')),
  entry(
    1014,
    'harbor-execution',
    'TBILL has not been quoted since the opening',
    refused(424, 'PRICE_STALE'),
  ),
  entry(1015, 'lumen-execution', 'the disputed part of a call is due again', due('TopUp')),
  entry(1016, 'northgate-execution', 'quadrillions, to the 18th decimal', due('TopUp')),
  entry(1017, 'tidewater-execution', 'a haircut instead of a requirement', due('TopUp')),
  entry(1018, 'harbor-execution', 'a threshold of 250,000 USD', due('TopUp')),
  entry(1019, 'lumen-admin', 'a release of less than one lot', notDue('Release', 'ROUNDS_TO_ZERO')),
  entry(1020, 'lumen-execution', 'a release, less what is on its way back', due('Release')),
  entry(1021, 'kestrel-execution', 'exactly the minimum: it counts', due('TopUp')),
  entry(1022, 'northgate-execution', 'coverage below the liquidation level', due('TopUp')),
  entry(1024, 'harbor-execution', 'the borrower has been declared in default', due('TopUp')),
  entry(
    1029,
    'harbor-execution',
    'closed out, and waits for a transfer',
    refused(409, 'POSITION_QUANTITY_CHANGING'),
  ),
  entry(
    1036,
    'harbor-execution',
    'ether has replaced the bitcoin, which is on its way back',
    notDue('Release', 'BELOW_MINIMUM_NOTIONAL'),
  ),
  entry(
    1037,
    'northgate-execution',
    'another collateral is offered, and not accepted yet',
    notDue('Release', 'BELOW_MINIMUM_NOTIONAL'),
  ),
  entry(
    1001,
    'harbor-viewer',
    'a viewer may look, not submit',
    notDue('TopUp', 'ROLE_MAY_NOT_CREATE'),
  ),
  entry(1001, 'harbor-reporting', 'a role without previews', refused(403, 'ROLE_NOT_PERMITTED')),
  entry(1001, 'northgate-viewer', 'a position of others', refused(404, 'POSITION_NOT_FOUND')),
  entry(1023, 'lumen-execution', 'the counterparty is suspended', due('TopUp')),
  entry(
    1023,
    'cinder-execution',
    'a suspended organization',
    refused(403, 'ORGANIZATION_SUSPENDED'),
  ),
]
