import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { later } from '../figures/later.tsx'

const Drawer = later(async () => (await import('../screens/developer/drawer.tsx')).Drawer)

/** The drawer for programmers, opened by a button or by Ctrl and the key below Escape. */
export function useDeveloper(): { readonly open: () => void; readonly drawer: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<Element>(null)
  const change = useCallback((opens: boolean) => {
    if (opens) opener.current = document.activeElement
    // Where a person was before they opened it.
    else if (opener.current instanceof HTMLElement) opener.current.focus()
    setIsOpen(opens)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.code !== 'Backquote') return
      event.preventDefault()
      change(!isOpen)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
    }
  }, [isOpen, change])
  return {
    open: () => {
      change(true)
    },
    drawer: isOpen && (
      <Drawer
        close={() => {
          change(false)
        }}
      />
    ),
  }
}
