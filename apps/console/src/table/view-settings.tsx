import { useLocation } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../figures/button.tsx'
import { Field } from '../figures/field.tsx'
import { type ChosenColumn, columnsText } from './column.ts'
import { useViews } from './view-list.ts'
import styles from './table-settings.module.css'

const nameLengthMax = 60

/** Saves what the address shows under a name, and removes what was saved. */
export function ViewSettings({ chosen }: { readonly chosen: readonly ChosenColumn[] }) {
  const [views, keep] = useViews()
  const [name, setName] = useState('')
  const { searchStr } = useLocation()
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const saved = { name: name.trim(), search: withColumns(searchStr, chosen) }
    if (saved.name === '') return
    keep([...views.filter((view) => view.name !== saved.name), saved])
    setName('')
  }
  return (
    <div className={styles['settings']}>
      <form onSubmit={save} className={styles['save']}>
        <Field label="Save what is shown as">
          {(id) => (
            <input
              id={id}
              value={name}
              required
              maxLength={nameLengthMax}
              placeholder="Large calls"
              onChange={({ target }) => {
                setName(target.value)
              }}
            />
          )}
        </Field>
        <Button type="submit" className="button primary">
          Save
        </Button>
      </form>
      {views.length > 0 && (
        <ul className={styles['saved']}>
          {views.map((view) => (
            <li key={view.name}>
              <span>{view.name}</span>
              <Button
                className="button"
                aria-label={`Remove ${view.name}`}
                onPress={() => {
                  keep(views.filter((one) => one !== view))
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="soft">
        Filters, sorting, groups and columns. Views are kept in this browser; their addresses can be
        sent to a colleague.
      </p>
    </div>
  )
}

/** The query with the columns that are shown, also where only this browser remembers them. */
function withColumns(search: string, chosen: readonly ChosenColumn[]): string {
  const params = new URLSearchParams(search)
  params.set('columns', columnsText(chosen))
  return `?${params.toString()}`
}
