import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { unsettledWrites } from '../service/unsettled.ts'

const pollMs = 50
const polls = 20

/** Most answers come within a moment. Nobody is asked about those. */
async function wouldLoseAnAnswer(): Promise<boolean> {
  for (let i = 0; i < polls && unsettledWrites.exist(); i += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return unsettledWrites.exist()
}

/** A change of the filters leaves the screen where it is. */
const shouldBlockFn = ({
  current,
  next,
}: {
  readonly current: { readonly pathname: string }
  readonly next: { readonly pathname: string }
}) => (current.pathname === next.pathname ? false : wouldLoseAnAnswer())

// Not part of the first load, but there before it is needed: then the service may not answer.
const loadDialog = () => import('./leave-dialog.tsx')
const LeaveDialog = lazy(async () => ({ default: (await loadDialog()).LeaveDialog }))

/** Keeps a person on the screen of a write until its outcome is known. */
export function LeaveGuard() {
  useEffect(() => void loadDialog().catch(() => undefined), [])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: unsettledWrites.exist,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog onLeave={proceed} onStay={reset} />
    </Suspense>
  )
}
