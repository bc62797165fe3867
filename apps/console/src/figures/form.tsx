import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { helpText } from './help-text.ts'
import { listAt, memberAt, textAt } from '../service/body.ts'
import type { Option } from '../service/choices.ts'
import type { FormOf } from '../service/use-form.ts'
import styles from './form.module.css'
import page from './page.module.css'
import { Written } from './written.tsx'

/** The fields of an operation, the button that sends them, and what became of it. */
export function Form<Answer>({
  of: form,
  name,
  action,
  title,
  done,
  refused,
  className = page['form'] ?? '',
  submit,
  isBlocked = false,
  buttons,
  after,
  children,
}: {
  readonly of: FormOf<Answer>
  readonly name: string
  /** The word on the button that sends. */
  readonly action: string
  readonly title?: ReactNode
  readonly done?: (answer: Answer) => ReactNode
  /** What a refusal means, if it does not undo everything. */
  readonly refused?: string | undefined
  readonly className?: string | undefined
  /** What the button does, if it does not send at once. What became of it is shown elsewhere. */
  readonly submit?: () => void
  /** Whether something else is in the way of sending it. */
  readonly isBlocked?: boolean
  readonly buttons?: ReactNode
  /** What stands below the fields, and can be used while they are fixed. */
  readonly after?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <form
      className={className}
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        if (form.mayBeSent && !isBlocked) (submit ?? form.submit)()
      }}
    >
      {title !== undefined && <h2>{title}</h2>}
      <Fields of={form}>{children}</Fields>
      {after}
      <div className={page['buttons']}>
        {buttons}
        <Button type="submit" className="button primary" isDisabled={!form.mayBeSent || isBlocked}>
          {action}
        </Button>
      </div>
      {submit === undefined && (
        <Written written={form.write.written} again={form.again} done={done} refused={refused} />
      )}
    </form>
  )
}

/** Fields that cannot be changed beneath what is sent, and how many of them have a fault. */
export function Fields<Answer>({
  of: { isFixed, faults, faultsElsewhere, attempts },
  children,
}: {
  readonly of: FormOf<Answer>
  readonly children: ReactNode
}) {
  const place = useRef<HTMLFieldSetElement>(null)
  const count = Object.keys(faults).length
  const elsewhere = Object.entries(faultsElsewhere)
  useEffect(() => {
    // Beneath a dialog nothing can be used. The dialog says what was refused.
    if (attempts === 0 || place.current?.closest('[inert], [aria-hidden=true]') != null) return
    place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])
  return (
    <fieldset className={page['plain']} disabled={isFixed} ref={place}>
      {children}
      {count > 0 && (
        <div role="alert">
          <p className={styles['faults']}>Look at the fields with a fault: {count}.</p>
          {elsewhere.length > 0 && (
            <ul className={styles['faults']}>
              {elsewhere.map(([member, fault]) => (
                <li key={member}>
                  <code>{member}</code> {fault}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </fieldset>
  )
}

const minute = '2026-03-02T16:00'.length
const day = '2026-03-02'.length

/** How texts of the API are typed where a browser has an input for them. */
const typings = {
  'datetime-local': {
    shown: (value: string) => value.slice(0, minute),
    typed: (text: string) => (text === '' ? '' : `${text}:00.000Z`),
  },
  /** The end of a day in UTC. */
  date: {
    shown: (value: string) => value.slice(0, day),
    typed: (text: string) => (text === '' ? '' : `${text}T23:59:59.999Z`),
  },
} as const

interface Control {
  /** For a time: whether it is chosen to the minute, or as the end of a day. */
  readonly type?: keyof typeof typings
  /** The height of a text of several lines. */
  readonly rows?: number
  readonly placeholder?: string | undefined
}

/**
 * A field of a form: its label, its input, what is wrong with it, and what the schema says of it.
 */
export function FormInput<Answer>({
  of: form,
  name,
  member = name,
  label,
  help,
  wordsOf = (value) => value,
  isCell = false,
  fault = form.faults[name] ?? form.faults[member],
  change = (changed) => {
    form.change({ [name]: changed })
  },
  ...control
}: Control & {
  readonly of: FormOf<Answer>
  /** The place in the draft. */
  readonly name: string
  /** The member of the body, where it has another name. */
  readonly member?: string
  readonly label: string
  readonly help?: string | undefined
  /** What a value is called that the schema offers. */
  readonly wordsOf?: (value: string) => string
  /** Whether it is in a table, where the heads of its row and column say what it is. */
  readonly isCell?: boolean
  readonly fault?: string | undefined
  readonly change?: (value: string) => void
}) {
  const id = useId()
  const schema = memberAt(form.schema, member)
  useShown(form, name, member)
  const choices =
    form.offers[name] ?? schema.enum?.map((value) => ({ value, name: wordsOf(value) }))
  const { description } = schema
  const helped =
    help ?? (choices !== undefined || description === undefined ? undefined : helpText(description))
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={isCell ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <Input
        {...control}
        id={id}
        value={textAt(form.draft, name)}
        change={change}
        isInvalid={fault !== undefined}
        options={choices}
      />
      <p id={`${id}-fault`} className={styles['fault']}>
        {fault}
      </p>
      {helped !== undefined && !isCell && (
        <p id={`${id}-help`} className={styles['help']}>
          {helped}
        </p>
      )}
    </div>
  )
}

/** The members whose faults a field shows. */
function useShown<Answer>({ shows }: FormOf<Answer>, name: string, member: string) {
  useEffect(() => shows([name, member]), [shows, name, member])
}

/** A value that is no longer among those to choose from is shown as that, and not as none. */
function withChosen(options: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const others = chosen.filter(
    (value) => value !== '' && !options.some((option) => option.value === value),
  )
  return [...options, ...others.map((value) => ({ value, name: `${value} (not offered)` }))]
}

function Input({
  id,
  value,
  change,
  isInvalid,
  options,
  type,
  rows,
  placeholder,
}: Control & {
  readonly options: readonly Option[] | undefined
  readonly id: string
  readonly value: string
  readonly change: (value: string) => void
  readonly isInvalid: boolean
}) {
  const typing = type === undefined ? undefined : typings[type]
  const shared = {
    id,
    'aria-invalid': isInvalid,
    'aria-describedby': `${id}-fault ${id}-help`,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      change(typing?.typed(target.value) ?? target.value)
    },
  }
  if (options !== undefined) {
    return (
      <select {...shared} value={value}>
        <option value="">choose …</option>
        {withChosen(options, [value]).map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    )
  }
  if (rows !== undefined) return <textarea {...shared} rows={rows} value={value} />
  return (
    <input
      {...shared}
      type={type ?? 'text'}
      value={typing?.shown(value) ?? value}
      placeholder={placeholder}
      autoComplete="off"
      onBlur={() => {
        if (value.trim() !== value) change(value.trim())
      }}
    />
  )
}

/** A list of values of which any may be ticked. */
export function FormChoices<Answer>({
  of: form,
  name,
  label,
}: {
  readonly of: FormOf<Answer>
  readonly name: string
  readonly label: string
}) {
  const id = useId()
  useShown(form, name, name)
  const chosen = listAt(form.draft, name)
  const fault = form.faults[name]
  return (
    <fieldset className={page['choice']} aria-describedby={id}>
      <legend>{label}</legend>
      <div className={page['buttons']}>
        {withChosen(form.offers[name] ?? [], chosen).map((option) => (
          <label key={option.value} className={page['radio']} title={option.title}>
            <input
              type="checkbox"
              aria-invalid={fault !== undefined}
              checked={chosen.includes(option.value)}
              onChange={({ target }) => {
                const others = chosen.filter((one) => one !== option.value)
                form.change({ [name]: target.checked ? [...others, option.value] : others })
              }}
            />
            {option.name}
          </label>
        ))}
      </div>
      <p id={id} className={styles['fault']}>
        {fault}
      </p>
    </fieldset>
  )
}
