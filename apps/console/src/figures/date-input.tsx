import { Field } from './field.tsx'

/** A day, or none. Its value is `2026-03-02`, or empty. */
export function DateInput({
  label,
  value,
  change,
}: {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
}) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          value={value}
          onChange={({ target }) => {
            change(target.value)
          }}
        />
      )}
    </Field>
  )
}

/** The time at which a day ends in UTC, as the API takes it. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`
