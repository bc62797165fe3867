import { Button } from './button.tsx'
import { wasTaken, type Write } from '../service/write.ts'
import page from './page.module.css'

/** Says that others have changed what a form changes, and begins from the newest version. */
export function NewerVersion({
  version,
  event = 'made',
  from = version,
  write,
  begin,
}: {
  readonly version: number
  /** What others did to it. */
  readonly event?: 'made' | 'agreed'
  /** The version with which the fields begin. Default: the newest. */
  readonly from?: number
  readonly write: Pick<Write<unknown>, 'written' | 'isBusy'>
  /** Replaces what is typed by that version. */
  readonly begin: () => void
}) {
  // While no answer has come, the newer version may be the one that was sent.
  if (write.isBusy) return null
  return (
    <div role="status" className={page['form']}>
      {!wasTaken(write) && (
        <p>
          Version {version} has been {event} meanwhile, and the fields began with an older one. What
          is typed cannot be sent.
        </p>
      )}
      <div className={page['buttons']}>
        <Button className="button" onPress={begin}>
          Begin from version {from}
        </Button>
      </div>
    </div>
  )
}
