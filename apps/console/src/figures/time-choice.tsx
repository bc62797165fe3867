import { Field } from './field.tsx'

/** A time in UTC, to the minute, or none. Its value is that of the API. */
export function TimeChoice({
  label,
  value,
  choose,
}: {
  readonly label: string
  readonly value: string | undefined
  readonly choose: (value: string | undefined) => void
}) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="datetime-local"
          value={value?.slice(0, '2026-03-02T12:00'.length) ?? ''}
          onChange={({ target }) => {
            choose(target.value === '' ? undefined : `${target.value}:00.000Z`)
          }}
        />
      )}
    </Field>
  )
}
