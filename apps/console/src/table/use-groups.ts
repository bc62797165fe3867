import { useMemo, useState } from 'react'

/** The groups that a person has closed. */
export function useGroups() {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      isClosed: (group: string) => closed.has(group),
      toggle: (group: string) => {
        setClosed((before) => {
          const after = new Set(before)
          if (!after.delete(group)) after.add(group)
          return after
        })
      },
    }),
    [closed],
  )
}
