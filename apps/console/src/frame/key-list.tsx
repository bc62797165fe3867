import { Fragment, useEffect, useState } from 'react'
import { Dialog } from '../figures/dialog.tsx'
import { actInDialog, actOnRow, actsInDialog, goToRow, isForPage, keyList } from './keys.ts'

/** The keys for lists, and `?`, which shows all keys. */
export function KeyList() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (actsInDialog(event)) {
        // A key that is held down is one press.
        if (!event.repeat) actInDialog()
        // Not what has the focus as well.
        event.preventDefault()
        return
      }
      if (!isForPage(event)) return
      if (event.key === '?') setIsOpen(true)
      else if (event.key === 'j') goToRow(1)
      else if (event.key === 'k') goToRow(-1)
      else if (event.key === 'a' && !event.repeat) actOnRow()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  if (!isOpen) return null
  return (
    <Dialog
      title="Keys"
      close={() => {
        setIsOpen(false)
      }}
    >
      <dl className="facts">
        {keyList.map(([key, what]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
