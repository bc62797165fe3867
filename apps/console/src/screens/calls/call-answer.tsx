import type { MarkToMarketRequest, Position, PreviewRequest } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { useReader } from '../../service/reader.ts'
import { useClient } from '../../service/service.tsx'
import type { Write } from '../../service/write.ts'
import { AnswerDialog } from '../what-moves/answer-dialog.tsx'
import { CallWhy } from './call-why.tsx'
import { directionWord } from './call-rows.tsx'
import { type MovingAnswer, sidesOf } from './call-words.ts'

const previewed: Readonly<Record<MovingAnswer, PreviewRequest['operation']>> = {
  accept: 'acceptMarkToMarketRequest',
  retry: 'retryMarkToMarketRequest',
}

/** What an answer to a call moves and why, before it is sent. */
export function CallAnswer({
  answer,
  call,
  position,
  word,
  write,
  close,
}: {
  readonly answer: MovingAnswer
  readonly call: MarkToMarketRequest
  readonly position: Position
  readonly word: string
  readonly write: Write<MarkToMarketRequest>
  readonly close: () => void
}) {
  const client = useClient()
  return (
    <AnswerDialog
      title={`${word}: ${directionWord(call.direction)} of order ${call.order_id_pretty}`}
      action={word}
      asked={{ operation: previewed[answer], id: call.id }}
      send={() => {
        void write.write((options) => client.markToMarketRequests[answer](call.id, options))
      }}
      write={write}
      done={() => <p>{answer === 'accept' ? 'Accepted.' : 'The transfer is instructed again.'}</p>}
      close={close}
      why={call.status === 'PENDING_ACCEPTANCE' && <CallWhy call={call} position={position} />}
    >
      {call.dispute !== null && answer === 'accept' && (
        <Disputed call={call} dispute={call.dispute} position={position} />
      )}
    </AnswerDialog>
  )
}

/** What an acceptance ends of a dispute. */
function Disputed({
  call,
  dispute,
  position,
}: {
  readonly call: MarkToMarketRequest
  readonly dispute: NonNullable<MarkToMarketRequest['dispute']>
  readonly position: Position
}) {
  const reader = useReader()
  const { creator, other } = sidesOf(call, position)
  const called = <Figure value={call.notional_usd} unit="USD" />
  const counter = <Figure value={dispute.counter_notional_usd} unit="USD" />
  return reader.isOwn(creator.id) ? (
    <p>
      We accept the figure of {reader.whom(other)}: {counter} instead of the {called} that we asked
      for. The <Figure value={dispute.disputed_notional_usd} unit="USD" /> in dispute are not sent,
      and the dispute ends.
    </p>
  ) : (
    <p>
      We concede the whole {directionWord(call.direction)}: {called} instead of our {counter}. The
      rest is sent now, and the dispute ends.
    </p>
  )
}
