import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp } from '../scalars.ts'

/** The longest history of a coverage. */
export const coverageHistoryDaysMax = 7

/** A history has at most one point for each so many hours. More has no room beside a figure. */
export const coverageStepHours = 12
export const coveragePointsMax = (coverageHistoryDaysMax * 24) / coverageStepHours

export const CoveragePoint = Type.Object(
  {
    time: described(Timestamp, 'The time of the market cut or of the movement.'),
    ccr_percent: nullable(
      DecimalString,
      'Collateral coverage ratio (CCR) in percent then, rounded down. Null without a value.',
      '108.25',
    ),
  },
  {
    title: 'CoveragePoint',
    additionalProperties: false,
    description: 'The coverage of a position at a past time.',
  },
)
export type CoveragePoint = Static<typeof CoveragePoint>
