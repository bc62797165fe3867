import type { CloseOutCause } from '@vadium/schema'
import type { CloseOutRecord } from './close-out-record.ts'

interface CauseWords {
  /** The fact of a notice, in a sentence. */
  readonly declared: (record: CloseOutRecord) => string
  /** What the party in default can do about it. */
  readonly cures: string
  /** Why it is over. */
  readonly cured: string
}

const words: Readonly<Record<CloseOutCause, CauseWords>> = {
  UNMET_CALL: {
    declared: ({ factSince }) =>
      `Collateral is due, and a call of it has not been met since ${factSince}.`,
    cures: 'Collateral that leaves nothing due cures it.',
    cured: 'No collateral is due any more, or was since the notice: the default is cured.',
  },
  LIQUIDATION_LEVEL: {
    declared: ({ terms, factSince }) =>
      `The coverage has been at or below the liquidation level of ${terms.liquidationPercent} % since ${factSince}.`,
    cures: 'Collateral that brings the coverage above the level cures it.',
    cured:
      'The coverage is above the liquidation level, or was since the notice: the default is cured.',
  },
  MISSED_RETURN: {
    declared: ({ factResource, factSince }) => {
      const what =
        factResource === 'order'
          ? 'a close or its maturity'
          : 'a return, a recall or a substitution'
      return `What ${what} demands, which is so since ${factSince}, has not come back in time.`
    },
    cures: 'It is cured once that has arrived.',
    cured: 'What was missed has arrived, or is not owed any more: the default is cured.',
  },
  MISSED_INTEREST: {
    declared: ({ factDueOn, factSince }) =>
      `The interest that was due on ${factDueOn} has not been paid, and is late since ${factSince}.`,
    cures: 'It is cured once all interest that is late has arrived.',
    cured: 'No interest is late any more: the default is cured.',
  },
}

/** The fact of a notice, in a sentence. */
export const whatIsDeclared = (record: CloseOutRecord): string =>
  words[record.cause].declared(record)

/** What the party in default can do about a notice. */
export const whatCures = ({ cause }: CloseOutRecord): string => words[cause].cures

/** Why the default of a notice is over. */
export const whyCured = ({ cause }: CloseOutRecord): string => words[cause].cured
