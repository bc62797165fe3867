import type { CurrentCredential } from '@vadium/client'
import { useLayoutEffect } from 'react'
import { Instant } from '../figures/time.tsx'
import { useServiceNow } from '../service/now.ts'
import { useIsPrinting } from '../service/printing.ts'
import styles from './frame.module.css'

/** At the head of a print: for whom it is, who printed it, when, and where it is from. */
export function PrintHead({ caller }: { readonly caller: CurrentCredential | undefined }) {
  return useIsPrinting() && caller !== undefined ? <Printed caller={caller} /> : null
}

function Printed({ caller }: { readonly caller: CurrentCredential }) {
  const now = useServiceNow()
  const firm = caller.organization.name
  useLayoutEffect(() => {
    // A text of JSON is one of CSS as well: both have the same quotes, and a backslash before them.
    const below = JSON.stringify(`${firm} · ${document.title}`)
    document.documentElement.style.setProperty('--printed', below)
  }, [firm])
  return (
    <p className={styles['printed']}>
      <strong>{firm}</strong> · Vadium
      {caller.sandbox && ' · SANDBOX'}
      <br />
      Printed by {caller.account.name}, <Instant at={new Date(now).toISOString()} />
      {caller.sandbox && (
        <>
          , at <Instant at={caller.book_time} /> of the sandbox
        </>
      )}
      <br />
      {location.origin}
      {location.pathname}
      {location.search}
    </p>
  )
}
