import type { MarkToMarketRequest, Position } from '@vadium/client'
import type { Named, Reader } from '../../service/reader.ts'

/** The two sides of a request: who made it, and who answers it. */
export interface CallSides {
  readonly creator: Named
  readonly other: Named
}

export function sidesOf(
  { creator_id }: Pick<MarkToMarketRequest, 'creator_id'>,
  position: Position,
): CallSides {
  const lender = { id: position.lender_id, name: position.lender_name }
  const borrower = { id: position.borrower_id, name: position.borrower_name }
  return creator_id === lender.id
    ? { creator: lender, other: borrower }
    : { creator: borrower, other: lender }
}

/** Who asks whom for what, from the side of the reader. The amount stands between both parts. */
export function askedWords(
  reader: Reader,
  { direction, creator_id }: Pick<MarkToMarketRequest, 'direction' | 'creator_id'>,
  position: Position,
): readonly [before: string, after: string] {
  const { creator, other } = sidesOf({ creator_id }, position)
  const isToCreator = (direction === 'TopUp') === (creator.id === position.lender_id)
  const back = direction === 'Release' ? ' back' : ''
  return isToCreator
    ? [reader.does(creator, 'call'), `${back} from ${reader.whom(other)}`]
    : [reader.does(creator, 'offer'), `${back} to ${reader.whom(other)}`]
}

/** The answers to a call that can move assets, apart from a dispute. */
export type MovingAnswer = 'accept' | 'retry'

/** What an answer means on its button: in a dispute, each side accepts something else. */
export function answerWord(
  answer: MovingAnswer,
  { status, creator_id }: MarkToMarketRequest,
  reader: Reader,
): string {
  if (answer === 'retry') return 'Retry'
  if (status !== 'DISPUTED') return 'Accept'
  return reader.isOwn(creator_id) ? 'Accept their figure' : 'Concede the whole call'
}
