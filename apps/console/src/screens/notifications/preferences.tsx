import type { NotificationPreferences } from '@vadium/client'
import {
  notificationCategories,
  type NotificationCategory,
  notificationCategoryNames,
  setNotificationPreferences,
} from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { Form, FormInput } from '../../figures/form.tsx'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { isMutable } from '../../service/mutable-categories.ts'
import { notificationPreferencesQuery } from '../../service/notification-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { listAt } from '../../service/body.ts'
import { useForm } from '../../service/use-form.ts'
import { NoticeChoice } from './notice-choice.tsx'
import styles from './notifications.module.css'

/** What the account of the page wants to be notified of. */
export function Preferences() {
  return (
    <section className={styles['screen']}>
      <Title>Notification preferences</Title>
      <Read of={useRead(notificationPreferencesQuery)} what="the preferences">
        {(preferences) => <Choices preferences={preferences} />}
      </Read>
      <NoticeChoice />
      <p>
        <Link to="/mail">Mail addresses</Link>: what is mailed does not depend on these preferences.
      </p>
    </section>
  )
}

function Choices({ preferences }: { readonly preferences: NotificationPreferences }) {
  const client = useClient()
  const form = useForm({
    schema: setNotificationPreferences.body,
    begin: {
      muted_categories: preferences.muted_categories,
      minimum_severity: preferences.minimum_severity,
    },
    send: ({ muted_categories, ...body }, options) => {
      const mutable = muted_categories.filter((name) => isMutable(name))
      return client.notificationPreferences.set({ ...body, muted_categories: mutable }, options)
    },
    afterwards: 'keep',
  })
  const muted = listAt(form.draft, 'muted_categories')
  return (
    <Form
      of={form}
      name="Preferences"
      action="Save"
      className={styles['form']}
      done={() => <p>Saved.</p>}
    >
      <FormInput
        of={form}
        name="minimum_severity"
        label="Least severity"
        help="Less severe notifications are muted, unless their category cannot be."
      />
      <fieldset className={styles['choices']}>
        <legend>Categories</legend>
        {notificationCategoryNames.map((name) => (
          <Category
            key={name}
            name={name}
            isOn={!muted.includes(name) || !isMutable(name)}
            change={(isOn) => {
              const others = muted.filter((one) => one !== name)
              form.change({ muted_categories: isOn ? others : [...others, name] })
            }}
          />
        ))}
      </fieldset>
    </Form>
  )
}

function Category({
  name,
  isOn,
  change,
}: {
  readonly name: NotificationCategory
  readonly isOn: boolean
  readonly change: (isOn: boolean) => void
}) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn}
        disabled={!isMutable(name)}
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
