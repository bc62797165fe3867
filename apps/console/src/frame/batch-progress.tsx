import { useState } from 'react'
import { Button } from '../figures/button.tsx'
import { Dialog } from '../figures/dialog.tsx'
import { later } from '../figures/later.tsx'
import { batchText } from '../screens/many/batch-text.ts'
import { useService } from '../service/service.tsx'
import { useBatch } from '../service/use-batch.ts'
import styles from './banner.module.css'

const BatchOutcomes = later(
  async () => (await import('../screens/many/batch-outcomes.tsx')).BatchOutcomes,
)

/** How far requests are that are sent together, on every screen, until a person has read it. */
export function BatchProgress() {
  const { batches } = useService()
  const batch = useBatch()
  const [isShown, setIsShown] = useState(false)
  if (batch === undefined) return null
  const close = () => {
    setIsShown(false)
  }
  return (
    <section className={styles['banner']} aria-label="What is being sent" data-tone="plain">
      <strong role="status">{batchText(batch)}</strong>
      <div className={styles['buttons']}>
        <Button
          className="button"
          onPress={() => {
            setIsShown(true)
          }}
        >
          What became of each
        </Button>
        {batch.isOver && (
          <Button
            className="button"
            onPress={() => {
              batches.forget()
            }}
          >
            Dismiss
          </Button>
        )}
      </div>
      {isShown && (
        <Dialog isWide title={batch.title} close={close}>
          <BatchOutcomes batch={batch} close={close} />
        </Dialog>
      )}
    </section>
  )
}
