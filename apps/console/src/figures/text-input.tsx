import { Field } from './field.tsx'

/** A line of text with its label. What surrounds it is not part of the value. */
export function TextInput({
  label,
  value,
  change,
  placeholder,
  maxLength,
  isDisabled = false,
}: {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly placeholder?: string
  readonly maxLength?: number
  readonly isDisabled?: boolean
}) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          autoComplete="off"
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          disabled={isDisabled}
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
