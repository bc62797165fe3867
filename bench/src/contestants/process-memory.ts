/** The memory of a process after a collection of garbage, in bytes. */
export interface ProcessMemory {
  readonly heap: number
  /** What objects of the heap own outside of it. */
  readonly external: number
  readonly resident: number
}

export function isProcessMemory(value: unknown): value is ProcessMemory {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['heap', 'external', 'resident'].every((name) => name in value)
  )
}
