import { Button } from './button.tsx'
import styles from './states.module.css'

/** In the place of what could not be loaded or failed: a page never stays blank. */
export function Broken({ error }: { readonly error: unknown }) {
  return (
    <div role="alert" className={styles['failure']}>
      <p>
        <strong>A part of this page could not be loaded or has failed.</strong> Nothing that was
        sent is changed by that.
      </p>
      <p className={styles['fine']}>{error instanceof Error ? error.message : String(error)}</p>
      <Button
        className="button"
        onPress={() => {
          location.reload()
        }}
      >
        Load the page again
      </Button>
    </div>
  )
}
