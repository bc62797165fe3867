import type { Option } from '../service/choices.ts'
import { Field } from './field.tsx'

/** A filter with known values. The first option is none of them. */
export function Choice({
  label,
  any = 'any',
  value,
  options,
  choose,
}: {
  readonly label: string
  readonly any?: string
  readonly value: string | undefined
  readonly options: readonly Option[]
  readonly choose: (value: string | undefined) => void
}) {
  // A value of the address that is not among the options is still the value.
  const isKnown = value === undefined || options.some((option) => option.value === value)
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={value ?? ''}
          onChange={({ target }) => {
            choose(target.value === '' ? undefined : target.value)
          }}
        >
          <option value="">{any}</option>
          {!isKnown && <option value={value}>{value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
