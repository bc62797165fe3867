import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A value that this browser keeps under a name, and what changes it, on every part of the page.
 * What is kept may be of another version of the page: `undefined` is no JSON, or nothing.
 */
export function useKept(entry: string): readonly [unknown, (value: unknown) => void] {
  const text = useSyncExternalStore(listen, () => localStorage.getItem(entry))
  return [
    valueOf(text),
    (value) => {
      localStorage.setItem(entry, JSON.stringify(value))
      for (const listener of listeners) listener()
    },
  ]
}

function valueOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
