import { useSyncExternalStore } from 'react'
import type { Batch } from './batches.ts'
import { useService } from './service.tsx'

/** What is being sent together, or was. */
export function useBatch(): Batch | undefined {
  const { batches } = useService()
  return useSyncExternalStore(batches.subscribe, batches.read)
}
