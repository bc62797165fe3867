import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const entry = 'vadium-theme'
const listeners = new Set<() => void>()

function current(): Theme {
  const chosen = localStorage.getItem(entry)
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = current()
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(entry, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
