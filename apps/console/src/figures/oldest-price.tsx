import page from './page.module.css'
import { Age } from './time.tsx'

/** How old the figures of a table are that rests on prices: as old as the oldest of them. */
export function OldestPrice({
  times,
}: {
  /** When the older of the two prices of each position was observed; null without one. */
  readonly times: readonly (string | null)[]
}) {
  const known = times.filter((time) => time !== null).toSorted()
  const missing = times.length - known.length
  return (
    <p className={page['fine']}>
      {known[0] !== undefined && (
        <>
          Oldest price <Age of={known[0]} />
        </>
      )}
      {known.length > 0 && missing > 0 && ' · '}
      {missing > 0 && `${missing} without a current price`}
    </p>
  )
}
