import { useSyncExternalStore } from 'react'
import { PopOver } from '../figures/pop-over.tsx'
import { spanText } from '../figures/time.tsx'
import { useNow } from '../service/now.ts'
import { ownPricesQuery, pricesQuery } from '../service/queries.ts'
import { useRead } from '../service/read.ts'
import { useService } from '../service/service.tsx'
import type { LiveState } from '../service/live-events.ts'
import styles from './header-panel.module.css'

/** In the header, where there is room for one word or two, and below it. */
const streamWords: Readonly<Record<LiveState, readonly [short: string, full: string]>> = {
  connecting: ['connecting', 'connecting'],
  live: ['live', 'live'],
  'catching up': ['catching up', 'catching up, prices every 5 s'],
  reset: ['every 5 s', 'read again, prices every 5 s'],
  off: ['every 5 s', 'off, prices every 5 s'],
}

/** How fresh what is on screen is: whether events arrive, and the age of the oldest price. */
export function Live({ followsEvents }: { readonly followsEvents: boolean }) {
  const { live } = useService()
  const state = useSyncExternalStore(live.subscribe, live.read)
  const prices = usePriceAges(followsEvents)
  const [short, full] = streamWords[state]
  return (
    <PopOver
      name="How fresh the figures are"
      button={
        <span className={styles['summary']}>
          {followsEvents && <i className={styles['dot']} data-state={state} aria-hidden />}
          <span className={styles['words']}>
            {followsEvents && (
              <span role="status">
                <span className="visually-hidden">Events </span>
                {short}
              </span>
            )}
            {followsEvents && prices !== undefined && ' · '}
            {prices !== undefined && `prices ${prices.oldest}`}
            {!followsEvents && prices === undefined && 'prices unknown'}
          </span>
          {prices !== undefined && prices.unusable.length > 0 && (
            <strong>{prices.unusable.length} stale</strong>
          )}
        </span>
      }
    >
      {() => (
        <dl className="facts">
          {followsEvents && (
            <>
              <dt>Events</dt>
              <dd>{full}</dd>
            </>
          )}
          {prices !== undefined && (
            <>
              <dt>Oldest price</dt>
              <dd>{prices.oldest}</dd>
              {prices.unusable.map(({ asset, state: why }) => (
                <Unusable key={asset} asset={asset} why={why} />
              ))}
            </>
          )}
          <RateWindow />
        </dl>
      )}
    </PopOver>
  )
}

/** The age of the oldest price that is used, in the positions or at all, and what has none. */
function usePriceAges(areOfPositions: boolean) {
  const prices = useRead(areOfPositions ? ownPricesQuery : pricesQuery)
  const now = useNow()
  if (prices.data === undefined || prices.data.length === 0) return undefined
  const times = prices.data.flatMap(({ state, observe_time }) =>
    state === 'current' && observe_time !== null ? [Date.parse(observe_time)] : [],
  )
  return {
    oldest: times.length === 0 ? 'none' : `${spanText(now - Math.min(...times))} old`,
    unusable: prices.data.filter(({ state }) => state !== 'current'),
  }
}

function Unusable({ asset, why }: { readonly asset: string; readonly why: string }) {
  return (
    <>
      <dt className={styles['stale']}>{asset}</dt>
      <dd className={styles['stale']}>{why}</dd>
    </>
  )
}

/** How many requests are left in the rate window. */
function RateWindow() {
  const { client, calls } = useService()
  useSyncExternalStore(calls.subscribe, calls.read)
  const { rateLimit } = client
  if (rateLimit === undefined) return null
  return (
    <>
      <dt>Requests left</dt>
      <dd>
        {rateLimit.remaining} of {rateLimit.limit}
      </dd>
    </>
  )
}
