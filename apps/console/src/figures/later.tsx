import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { Broken } from './broken.tsx'
import { Loading } from './loading.tsx'
import styles from './states.module.css'

/**
 * A part that the first load does not have. Where it cannot be read or fails, it says so, and the
 * rest of the page goes on.
 *
 * @param what Of a part with a place of its own: what is read there, as in "Reading the chart …".
 *   Other parts lie over the screen.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what?: string,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  const failed = what === undefined ? OverTheScreen : Broken
  return function Later(props: Props) {
    return (
      <CatchBoundary getResetKey={neverReset} errorComponent={failed}>
        <Suspense fallback={what !== undefined && <Loading what={what} />}>
          <Part {...props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

/** React keeps a failed read: only another load of the page asks for the part again. */
const neverReset = () => 0

function OverTheScreen({ error }: { readonly error: unknown }) {
  return (
    <div className={styles['over']}>
      <Broken error={error} />
    </div>
  )
}
