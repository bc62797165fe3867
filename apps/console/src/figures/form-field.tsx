import { useId } from 'react'
import type { Option } from '../service/choices.ts'
import styles from './form.module.css'

/** A field of a form with what is wrong with it, and what it is for. */
export function FormField({
  label,
  value,
  change,
  options,
  help,
  fault,
  type = 'text',
  isDisabled = false,
}: {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  /** The values to choose from. Without them, the value is written. */
  readonly options?: readonly Option[]
  readonly help?: string | undefined
  readonly fault?: string | undefined
  readonly type?: 'text' | 'datetime-local'
  readonly isDisabled?: boolean
}) {
  const id = useId()
  const shared = {
    id,
    value,
    disabled: isDisabled,
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${id}-fault ${id}-help`,
  }
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {options === undefined ? (
        <input
          {...shared}
          type={type}
          autoComplete="off"
          onChange={({ target }) => {
            change(target.value.trimStart())
          }}
          onBlur={() => {
            if (value.trim() !== value) change(value.trim())
          }}
        />
      ) : (
        <select
          {...shared}
          onChange={({ target }) => {
            change(target.value)
          }}
        >
          <option value="">choose …</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
      <p id={`${id}-fault`} className={styles['fault']}>
        {fault}
      </p>
      {help !== undefined && (
        <p id={`${id}-help`} className={styles['help']}>
          {help}
        </p>
      )}
    </div>
  )
}
