import type { Position } from '@vadium/client'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'

const SendCollateral = later(async () => (await import('./send-collateral.tsx')).SendCollateral)

/** The button of a side that may send collateral without a call. */
export function SendButton({ position }: { readonly position: Position }) {
  const [isOpen, setOpen] = useState(false)
  const isOffered = position.actions.some(
    ({ action, available }) => action === 'send_collateral' && available,
  )
  // What was sent is shown to the end, although no more can be sent meanwhile.
  if (!isOffered && !isOpen) return null
  return (
    <>
      <Button
        className="button"
        onPress={() => {
          setOpen(true)
        }}
      >
        Send collateral …
      </Button>
      {isOpen && (
        <SendCollateral
          position={position}
          close={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
