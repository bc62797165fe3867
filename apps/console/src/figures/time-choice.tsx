import { useId } from 'react'

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
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={value?.slice(0, '2026-03-02T12:00'.length) ?? ''}
        onChange={({ target }) => {
          choose(target.value === '' ? undefined : `${target.value}:00.000Z`)
        }}
      />
    </div>
  )
}
