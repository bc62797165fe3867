import type {
  ApprovalToGive,
  ExceededLimits,
  FailedTransfer,
  LateTransfer,
  OpenDefault,
  PositionToMark,
  RequestToAnswer,
  StuckTransfer,
  TermsToAccept,
} from '@vadium/client'
import type { DealSide } from '../many/many-kinds.ts'

/** What a row of the queue may be, and what the queue has of it. */
export interface QueueRows {
  default: OpenDefault
  failed: FailedTransfer
  late: LateTransfer
  answer: RequestToAnswer
  approve: ApprovalToGive
  accept: TermsToAccept
  call: PositionToMark
  release: PositionToMark
  stuck: StuckTransfer
  limit: ExceededLimits
}
export type QueueKind = keyof QueueRows

/** What each kind is called where it is counted, such as `2 failed`. */
const kindWords: Readonly<Record<QueueKind, string | Readonly<Record<DealSide, string>>>> = {
  default: 'in default',
  failed: 'failed',
  late: 'late',
  answer: 'to answer',
  approve: 'to approve',
  accept: 'to accept',
  call: { lender: 'to call', borrower: 'can be called from you', both: 'can be called' },
  release: { lender: 'to release', borrower: 'can be released to you', both: 'can be released' },
  stuck: 'stuck',
  limit: 'above a limit',
}

/** The words for a kind, to who is one side of all that is counted, or of either. */
export function countedWords(kind: QueueKind, side: DealSide): string {
  const words = kindWords[kind]
  return typeof words === 'string' ? words : words[side]
}

/** That there is nothing of a kind. */
export const nothingWords = (kind: QueueKind): string =>
  `Nothing ${typeof kindWords[kind] === 'string' ? 'is ' : ''}${countedWords(kind, 'both')}.`

export const queueKinds = Object.keys(kindWords).filter((name): name is QueueKind =>
  Object.hasOwn(kindWords, name),
)

/** The kind that is shown alone. Without it, all are. */
export interface TodaySearch {
  readonly only?: QueueKind | undefined
}

export function readTodaySearch({ only }: Record<string, unknown>): TodaySearch {
  const kind = queueKinds.find((name) => name === only)
  return kind === undefined ? {} : { only: kind }
}
