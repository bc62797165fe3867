import { Field } from './field.tsx'

/** A line of text with its label. What surrounds it is not part of the value. */
export function TextInput({
  label,
  value,
  change,
  placeholder,
}: {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly placeholder?: string
}) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          autoComplete="off"
          value={value}
          placeholder={placeholder}
          onChange={({ target }) => {
            change(target.value.trimStart())
          }}
          onBlur={() => {
            if (value.trim() !== value) change(value.trim())
          }}
        />
      )}
    </Field>
  )
}
