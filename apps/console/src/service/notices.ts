import { useSyncExternalStore } from 'react'

/** How this browser shows what is critical, while the page is open in it. */
export const noticeChoices = ['off', 'silent', 'with a sound'] as const
export type NoticeChoice = (typeof noticeChoices)[number]

const entry = 'vadium-notices'
const listeners = new Set<() => void>()

function current(): NoticeChoice {
  const chosen = localStorage.getItem(entry)
  return noticeChoices.find((choice) => choice === chosen) ?? 'off'
}

export function chooseNotices(choice: NoticeChoice): void {
  localStorage.setItem(entry, choice)
  for (const listener of listeners) listener()
}

export function useNotices(): NoticeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
