import type { Position } from '@vadium/client'
import { useState } from 'react'
import { later } from '../../figures/later.tsx'
import styles from './position.module.css'

/** Loaded when it is opened, with the arithmetic that computes it again. */
const ClosedOutNow = later(
  async () => (await import('../close-outs/closed-out-now.tsx')).ClosedOutNow,
  'the close-out',
)

/** What a close-out of the position would be now: hypothetical, whatever could be declared. */
export function IfClosedOut({ position }: { readonly position: Position }) {
  const [wasOpened, setWasOpened] = useState(false)
  const { status, collateral_type: type } = position
  if ((status !== 'ACTIVE' && status !== 'CLOSING') || type === 'TRIPARTY') return null
  return (
    <details
      className={`panel ${styles['history'] ?? ''}`}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpened(true)
      }}
    >
      <summary>If closed out now</summary>
      {wasOpened && <ClosedOutNow position={position} />}
    </details>
  )
}
