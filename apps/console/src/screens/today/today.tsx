import type { Position, Today as TodayAnswer } from '@vadium/client'
import { useSearch } from '@tanstack/react-router'
import { Read } from '../../figures/read.tsx'
import { TimeLeft } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { todayRowsMax, useToday } from '../../service/history-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { Nearest, NearestPosition, useNearest } from './nearest.tsx'
import { Queue } from './queue-list.tsx'
import { Sums } from './sums.tsx'
import { nothingWords } from './today-search.ts'
import styles from './today.module.css'

/** What needs a person now, the most urgent first. */
export function Today() {
  const { only } = useSearch({ from: '/' })
  const today = useToday(only === undefined ? undefined : todayRowsMax)
  const nearest = useNearest(today.data?.watch)
  return (
    <div className={styles['screen']}>
      <Title>Today</Title>
      <Read of={today} what="what needs you">
        {(answer) => (
          <>
            <Sums today={answer} />
            <div className={styles['columns']}>
              <Queue
                today={answer}
                only={only}
                nothing={
                  only === undefined ? (
                    <Nothing today={answer} nearest={nearest?.[0]} />
                  ) : (
                    <p>{nothingWords(only)}</p>
                  )
                }
              />
              {nearest !== undefined && <Nearest watch={answer.watch} nearest={nearest} />}
            </div>
          </>
        )}
      </Read>
    </div>
  )
}

/** An empty day: what comes next. */
function Nothing({
  today: { awaited },
  nearest,
}: {
  readonly today: TodayAnswer
  readonly nearest: Position | undefined
}) {
  const ownId = useOwnId()
  return (
    <div className="panel">
      <p>
        <strong>Nothing needs you.</strong>
      </p>
      <p>
        {awaited.next_deadline === null ? (
          'No deadline is ahead.'
        ) : (
          <>
            Next deadline: <TimeLeft until={awaited.next_deadline} />, for the answer of a
            counterparty.
          </>
        )}
      </p>
      {nearest !== undefined && (
        <p>
          Nearest to a call: <NearestPosition position={nearest} ownId={ownId} />.
        </p>
      )}
    </div>
  )
}
