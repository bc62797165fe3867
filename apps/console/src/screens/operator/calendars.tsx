import type { Calendar } from '@vadium/client'
import { setCalendar } from '@vadium/schema'
import { useState } from 'react'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { Age } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import type { Draft } from '../../service/body.ts'
import { textAt } from '../../service/body.ts'
import { calendarsQuery } from '../../service/calendar-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

/** The calendars of business days that terms name, and a new version of one. */
export function Calendars() {
  const calendars = useRead(calendarsQuery)
  return (
    <div className={page['screen']}>
      <Title>Calendars</Title>
      <Read of={calendars} what="the calendars">
        {(all) => (
          <>
            {all.length === 0 ? <Empty>No calendar was set.</Empty> : <Rows calendars={all} />}
            <SetCalendar calendars={all} />
          </>
        )}
      </Read>
    </div>
  )
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const weekendText = (days: readonly number[]) =>
  days.map((day) => weekdays[day - 1] ?? '').join(', ') || 'none'

const columns: readonly Column<Calendar>[] = [
  { id: 'id', name: 'Id', value: ({ id }) => id },
  { id: 'name', name: 'Name', value: ({ name }) => name },
  { id: 'version', name: 'Version', kind: 'decimal', value: ({ version }) => String(version) },
  { id: 'weekend', name: 'Weekend', value: ({ weekend }) => weekendText(weekend) },
  {
    id: 'holidays',
    name: 'Holidays',
    kind: 'decimal',
    value: ({ holidays }) => String(holidays.length),
  },
  { id: 'last', name: 'Last day', value: ({ last_day: day }) => day },
  {
    id: 'set',
    name: 'Set',
    kind: 'time',
    value: ({ create_time: time }) => time,
    cell: ({ create_time: time }) => <Age of={time} />,
  },
]

function Rows({ calendars }: { readonly calendars: readonly Calendar[] }) {
  return (
    <OwnTable
      name="Calendars"
      what="calendars"
      columns={columns}
      rows={calendars}
      idOf={({ id }) => id}
    />
  )
}

/** Where the holidays are typed: a day and its name on each line. */
const lines = 'lines'

/** The lines as the list that the operation takes. */
function withHolidays(draft: Draft): Draft {
  const typed = textAt(draft, lines)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const members = typed.flatMap((line, index): (readonly [string, string])[] => {
    const [date = '', ...name] = line.split(/\s+/)
    return [
      [`holidays.${index}.date`, date],
      [`holidays.${index}.name`, name.join(' ')],
    ]
  })
  return {
    ...draft,
    holidays: typed.map((_, index) => String(index)),
    ...Object.fromEntries<string>(members),
  }
}

const typedLines = ({ holidays }: Calendar) =>
  holidays.map(({ date, name }) => (name === null ? date : `${date} ${name}`)).join('\n')

/** The days of the week that are no business days: whatever a calendar has can be chosen. */
function Weekend({
  days,
  change,
}: {
  readonly days: readonly number[]
  readonly change: (days: readonly number[]) => void
}) {
  return (
    <fieldset className={page['choice']}>
      <legend>Weekend</legend>
      <div className={page['buttons']}>
        {weekdays.map((name, i) => {
          const day = i + 1
          const others = days.filter((one) => one !== day)
          return (
            <label key={name} className={page['radio']}>
              <input
                type="checkbox"
                checked={days.includes(day)}
                onChange={({ target: { checked } }) => {
                  change(checked ? [...others, day].sort((a, b) => a - b) : others)
                }}
              />
              {name}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

function SetCalendar({ calendars }: { readonly calendars: readonly Calendar[] }) {
  const client = useClient()
  const [weekend, setWeekend] = useState<readonly number[]>([6, 7])
  const newest = (draft: Draft) => calendars.find(({ id }) => id === textAt(draft, 'id'))
  const form = useForm({
    schema: setCalendar.body,
    complete: (draft) => ({
      ...withHolidays(draft),
      // Another version than the one on screen is replaced by nobody.
      new_version: String((newest(draft)?.version ?? 0) + 1),
    }),
    send: (body, options) => client.calendars.set({ ...body, weekend: [...weekend] }, options),
  })
  const replaced = newest(form.draft)
  return (
    <details className="panel">
      <summary>Set a calendar</summary>
      <Form
        of={form}
        name="A calendar"
        action="Set"
        done={({ id, version, apply_time: time }) => (
          <p>
            Version {version} of {id} was set. Under terms that exist it applies from{' '}
            {time.slice(0, 10)} on.
          </p>
        )}
      >
        <div className={page['fields']}>
          <FormInput of={form} name="id" label="Id" />
          <FormInput of={form} name="name" label="Name" />
          <FormInput of={form} name="last_day" label="Last day" placeholder="2027-12-31" />
        </div>
        <Weekend days={weekend} change={setWeekend} />
        <FormInput
          of={form}
          name={lines}
          member="holidays"
          label="Holidays, one a line: 2026-12-28 Boxing Day"
          rows={12}
        />
        {replaced !== undefined && (
          <p>
            Version {replaced.version} has {replaced.holidays.length} holidays, until{' '}
            {replaced.last_day}.{' '}
            <button
              type="button"
              className="button"
              onClick={() => {
                form.change({ [lines]: typedLines(replaced), name: replaced.name })
                setWeekend(replaced.weekend)
              }}
            >
              Begin with it
            </button>
          </p>
        )}
      </Form>
    </details>
  )
}
