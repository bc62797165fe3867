/** What can be sent together, and in which words. */
export const manyWords = {
  call: { all: 'Call all', title: 'Collateral calls', send: 'Send', done: 'sent' },
  release: { all: 'Release all', title: 'Releases', send: 'Send', done: 'sent' },
  answer: { all: 'Accept all', title: 'Answers', send: 'Accept', done: 'accepted' },
  approve: { all: 'Approve all', title: 'Approvals', send: 'Approve', done: 'approved by you' },
} as const

export type ManyKind = keyof typeof manyWords

/** Whether things of a kind that needs a person can be sent together. */
export const isManyKind = (kind: string): kind is ManyKind => Object.hasOwn(manyWords, kind)
