import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadDialogs } from '../figures/dialog.tsx'
import { unsettledWrites } from '../service/unsettled.ts'
import { LeaveDialog } from './leave-dialog.tsx'

const pollMs = 50
const polls = 20

/** Most answers come within a moment. Nobody is asked about those. */
async function wouldLoseAnAnswer(): Promise<boolean> {
  for (let i = 0; i < polls && unsettledWrites.existOnScreen(); i += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return unsettledWrites.existOnScreen()
}

/** A change of the filters leaves the screen where it is. */
const shouldBlockFn = ({
  current,
  next,
}: {
  readonly current: { readonly pathname: string }
  readonly next: { readonly pathname: string }
}) => (current.pathname === next.pathname ? false : wouldLoseAnAnswer())

/** Keeps a person on the screen of a write until its outcome is known. */
export function LeaveGuard() {
  useEffect(() => void loadDialogs().catch(() => undefined), [])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: unsettledWrites.exist,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return <LeaveDialog onLeave={proceed} onStay={reset} />
}
