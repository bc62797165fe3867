import { useEffect, useState } from 'react'
import { Button } from '../figures/button.tsx'
import { later } from '../figures/later.tsx'
import { hasDialog, isForPage } from './keys.ts'
import styles from './search.module.css'

// Not part of the first load, but there before it is needed: then the service may not answer.
const loadCommandBar = () => import('./command-bar.tsx')
const CommandBar = later(async () => (await loadCommandBar()).CommandBar)

/** Opens the command bar. So do Ctrl K, and the key `/` outside a field. */
export function Search() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => void loadCommandBar().catch(() => undefined), [])
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => {
      document.removeEventListener('keydown', open)
    }
  }, [])
  return (
    <search className={styles['search']}>
      <Button
        className={styles['open'] ?? ''}
        onPress={() => {
          setIsOpen(true)
        }}
      >
        <span>Search or go to …</span>
        <kbd>Ctrl K</kbd>
      </Button>
      {isOpen && (
        <CommandBar
          close={() => {
            setIsOpen(false)
          }}
        />
      )}
    </search>
  )
}

function opensSearch(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key === 'k' && (ctrlKey || metaKey) && !altKey) return !hasDialog()
  return key === '/' && isForPage(event)
}
