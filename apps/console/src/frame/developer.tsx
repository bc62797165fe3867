import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button } from 'react-aria-components'

const Drawer = lazy(async () => {
  const { Drawer: component } = await import('../screens/developer/drawer.tsx')
  return { default: component }
})

/** The drawer for programmers, opened by its button or by Ctrl and the key below Escape. */
export function useDeveloper(): { readonly button: ReactNode; readonly drawer: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.code !== 'Backquote') return
      event.preventDefault()
      setIsOpen((before) => !before)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  return {
    button: (
      <Button
        className="button"
        aria-expanded={isOpen}
        onPress={() => {
          setIsOpen(!isOpen)
        }}
      >
        Developer
      </Button>
    ),
    drawer: isOpen && (
      <Suspense fallback={null}>
        <Drawer
          close={() => {
            setIsOpen(false)
          }}
        />
      </Suspense>
    ),
  }
}
