/** The lists that the address can ask for alone. */
const shown = ['to_answer', 'theirs', 'disputed', 'in_transit', 'owed_to_us', 'owed_by_us'] as const
export type ShownCalls = (typeof shown)[number]

export interface CallSearch {
  readonly show?: ShownCalls | undefined
}

export function readCallSearch({ show }: Record<string, unknown>): CallSearch {
  const known = shown.find((name) => name === show)
  return known === undefined ? {} : { show: known }
}
