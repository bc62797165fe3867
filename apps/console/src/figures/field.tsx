import { type ReactNode, useId } from 'react'

/** A label and the input that it names, which gets the id. */
export function Field({
  label,
  children,
}: {
  readonly label: string
  readonly children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
