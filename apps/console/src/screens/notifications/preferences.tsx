import type { NotificationPreferences, SetNotificationPreferences } from '@vadium/client'
import {
  notificationCategories,
  type NotificationCategory,
  notificationCategoryNames,
  notificationSeverities,
  unmutableCategories,
} from '@vadium/schema'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { FormField } from '../../figures/form-field.tsx'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { notificationPreferencesQuery } from '../../service/notification-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import styles from './notifications.module.css'

/** What the account of the page wants to be notified of. */
export function Preferences() {
  return (
    <section className={styles['screen']}>
      <h1>Notification preferences</h1>
      <Read of={useRead(notificationPreferencesQuery)} what="the preferences">
        {(preferences) => <Choices preferences={preferences} />}
      </Read>
    </section>
  )
}

type Mutable = SetNotificationPreferences['muted_categories'][number]

const isMutable = (name: NotificationCategory): name is NotificationCategory & Mutable =>
  !unmutableCategories.includes(name)

function Choices({ preferences }: { readonly preferences: NotificationPreferences }) {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<NotificationPreferences>()
  const [muted, setMuted] = useState<ReadonlySet<string>>(new Set(preferences.muted_categories))
  const [severity, setSeverity] = useState<string>(preferences.minimum_severity)
  const save = () => {
    const body = {
      muted_categories: notificationCategoryNames
        .filter((name) => isMutable(name))
        .filter((name) => muted.has(name)),
      minimum_severity: notificationSeverities.find((name) => name === severity) ?? 'info',
    }
    void write((options) => client.notificationPreferences.set(body, options))
  }
  return (
    <form
      className={styles['form']}
      aria-label="Preferences"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <FormField
        label="Least severity"
        value={severity}
        options={notificationSeverities.map((name) => ({ value: name, name }))}
        change={(value) => {
          setSeverity(value)
          reset()
        }}
        isDisabled={isBusy}
        help="Less severe notifications are muted, unless their category cannot be."
      />
      <fieldset className={styles['choices']}>
        <legend>Categories</legend>
        {notificationCategoryNames.map((name) => (
          <Category
            key={name}
            name={name}
            isDisabled={isBusy}
            isOn={!muted.has(name) || !isMutable(name)}
            change={(isOn) => {
              const changed = new Set(muted)
              if (isOn) changed.delete(name)
              else changed.add(name)
              setMuted(changed)
              reset()
            }}
          />
        ))}
      </fieldset>
      <Written written={written} done={() => <p>Saved.</p>} />
      <div>
        <Button type="submit" className="button primary" isDisabled={isBusy}>
          Save
        </Button>
      </div>
    </form>
  )
}

function Category({
  name,
  isDisabled,
  isOn,
  change,
}: {
  readonly name: NotificationCategory
  readonly isDisabled: boolean
  readonly isOn: boolean
  readonly change: (isOn: boolean) => void
}) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled || !isMutable(name)}
        onChange={({ target }) => {
          change(target.checked)
        }}
      />
      <span>
        {name.replaceAll('_', ' ')}
        <br />
        <span className={styles['fine']}>
          {notificationCategories[name]}
          {!isMutable(name) && ' It cannot be muted.'}
        </span>
      </span>
    </label>
  )
}
