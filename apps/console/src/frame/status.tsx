import { useSyncExternalStore } from 'react'
import { useNow } from '../service/now.ts'
import { spanText } from '../figures/time.tsx'
import { pricesQuery } from '../service/queries.ts'
import { useRead } from '../service/read.ts'
import { useService } from '../service/service.tsx'
import styles from './frame.module.css'

const streamWords = {
  connecting: 'connecting',
  live: 'live',
  'catching up': 'catching up',
  reset: 'read again',
  off: 'off',
} as const

/** Whether events arrive as they happen. */
export function StreamState() {
  const { live } = useService()
  const state = useSyncExternalStore(live.subscribe, live.read)
  return (
    <span className={styles['item']} data-state={state} role="status">
      <span className={styles['label']}>Events</span> {streamWords[state]}
    </span>
  )
}

/** The age of the oldest price that is used, and how many assets have none. */
export function PriceAge() {
  const prices = useRead(pricesQuery)
  const now = useNow()
  if (prices.data === undefined) return null
  const times = prices.data.flatMap(({ state, observe_time }) =>
    state === 'current' && observe_time !== null ? [Date.parse(observe_time)] : [],
  )
  const unusable = prices.data.filter(({ state }) => state !== 'current')
  return (
    <span
      className={styles['item']}
      title={unusable.map(({ asset, state }) => `${asset}: ${state}`).join('\n')}
    >
      <span className={styles['label']}>Oldest price</span>{' '}
      {times.length === 0 ? 'none' : spanText(now - Math.min(...times))}
      {unusable.length > 0 && <strong> · {unusable.length} stale</strong>}
    </span>
  )
}

/** How many requests are left in the rate window. */
export function RateWindow() {
  const { client, calls } = useService()
  useSyncExternalStore(calls.subscribe, calls.read)
  const { rateLimit } = client
  if (rateLimit === undefined) return null
  return (
    <span className={styles['item']}>
      <span className={styles['label']}>Requests left</span> {rateLimit.remaining} of{' '}
      {rateLimit.limit}
    </span>
  )
}
