import { lazy, Suspense } from 'react'
import type { DialogParts } from './dialog-shell.tsx'

/** Not part of the first load, but read after it: when a dialog opens, the service may be away. */
export const loadDialogs = () => import('./dialog-shell.tsx')

const Shell = lazy(async () => ({ default: (await loadDialogs()).DialogShell }))

/** A dialog over the screen. */
export function Dialog(parts: DialogParts) {
  return (
    <Suspense>
      <Shell {...parts} />
    </Suspense>
  )
}
