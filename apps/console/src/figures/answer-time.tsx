import type { MarkToMarketRequest } from '@vadium/client'
import { answerSentence } from '@vadium/schema'
import { Instant } from './time.tsx'

/** Until when a request can be answered, and why, if its terms have times of the day. */
export function AnswerTime({
  of: { expire_time: expireTime, answer_day: answerDay },
}: {
  readonly of: Pick<MarkToMarketRequest, 'expire_time' | 'answer_day'>
}) {
  if (answerDay === null) return <Instant at={expireTime} />
  return <>{answerSentence(expireTime, answerDay)}</>
}
