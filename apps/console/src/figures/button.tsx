import type { ComponentProps } from 'react'

/** A button. The element of the browser has its keys, its focus and its states. */
export function Button({
  onPress,
  isDisabled = false,
  type = 'button',
  ...others
}: Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
  readonly onPress?: (() => void) | undefined
  readonly isDisabled?: boolean | undefined
}) {
  return (
    <button {...others} type={type} disabled={isDisabled} onClick={onPress && (() => onPress())} />
  )
}
