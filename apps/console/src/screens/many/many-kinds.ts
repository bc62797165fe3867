/** Which side of deals the reader is. */
export type DealSide = 'lender' | 'borrower' | 'both'

/** What can be sent together, and in which words. */
export interface ManyWords {
  /** On the button that opens it, such as `Call all`. */
  readonly all: string
  readonly title: string
  readonly send: string
  readonly done: string
}

const sent = { send: 'Send', done: 'sent' } as const
const calls: Readonly<Record<DealSide, ManyWords>> = {
  lender: { ...sent, all: 'Call all', title: 'Collateral calls' },
  borrower: { ...sent, all: 'Send all', title: 'Collateral to send' },
  both: { ...sent, all: 'Call or send all', title: 'Collateral to call or send' },
}
const releases: Readonly<Record<DealSide, ManyWords>> = {
  lender: { ...sent, all: 'Release all', title: 'Releases' },
  borrower: { ...sent, all: 'Ask for all', title: 'Releases to ask for' },
  both: { ...sent, all: 'Release or ask for all', title: 'Releases' },
}
const answered = {
  answer: { all: 'Accept all', title: 'Answers', send: 'Accept', done: 'accepted' },
  approve: { all: 'Approve all', title: 'Approvals', send: 'Approve', done: 'approved by you' },
} as const satisfies Readonly<Record<string, ManyWords>>

const manyKinds = { call: calls, release: releases, ...answered }
export type ManyKind = keyof typeof manyKinds

/** Whether things of a kind that needs a person can be sent together. */
export const isManyKind = (kind: string): kind is ManyKind => Object.hasOwn(manyKinds, kind)

/** The words for one of many things, to who is a side of all of them, or of either. */
export function manyWords(kind: ManyKind, side: DealSide): ManyWords {
  const words = manyKinds[kind]
  return 'both' in words ? words[side] : words
}
