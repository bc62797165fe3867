import { isLarger, isZero } from '../../figures/decimal-text.ts'
import { difference } from '../../figures/difference.ts'
import { Figure } from '../../figures/figure.tsx'
import { ShortInstant } from '../../figures/time.tsx'

interface Since {
  /** The sum at the market cut, in USD, and now. */
  readonly from: string
  readonly to: string
  readonly cutTime: string
  /** The time of the book. */
  readonly now: string
}

/** By how much a sum has changed since a market cut. */
export function Change({ from, to, cutTime, now }: Since) {
  const change = difference(to, from)
  return (
    <>
      {isZero(change) ? (
        'No change'
      ) : (
        <>
          {isLarger(to, from) && '+'}
          <Figure value={change} />
        </>
      )}{' '}
      since <ShortInstant at={cutTime} now={now} />
    </>
  )
}
