import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type Tone = 'call' | 'liquidation' | 'covered' | 'transit' | 'plain'

/** A word with a colour. The word carries the meaning, the colour only helps to find it. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {children}
    </span>
  )
}
