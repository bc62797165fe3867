import type { RevaluedPosition } from '@vadium/margin'

/** The figures of a position that all contestants compute. The reasons follow from them. */
export type RevaluedFigures = Omit<RevaluedPosition, 'reasons'> &
  Partial<Pick<RevaluedPosition, 'reasons'>>
