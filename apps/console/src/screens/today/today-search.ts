import type {
  ApprovalToGive,
  FailedTransfer,
  LateTransfer,
  PositionToMark,
  RequestToAnswer,
  StuckTransfer,
  TermsToAccept,
} from '@vadium/client'

/** What a row of the queue may be, and what the queue has of it. */
export interface QueueRows {
  failed: FailedTransfer
  late: LateTransfer
  answer: RequestToAnswer
  approve: ApprovalToGive
  accept: TermsToAccept
  call: PositionToMark
  release: PositionToMark
  stuck: StuckTransfer
}
export type QueueKind = keyof QueueRows

/** What each kind is called where it is counted, such as `2 failed`. */
export const kindWords: Readonly<Record<QueueKind, string>> = {
  failed: 'failed',
  late: 'late',
  answer: 'to answer',
  approve: 'to approve',
  accept: 'to accept',
  call: 'to call',
  release: 'to release',
  stuck: 'stuck',
}

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
