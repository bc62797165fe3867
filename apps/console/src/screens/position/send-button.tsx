import type { Position } from '@vadium/client'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'
import { useCaller } from '../../service/people.ts'

const SendCollateral = later(async () => (await import('./send-collateral.tsx')).SendCollateral)

/** The button of a side that may send collateral without a call. */
export function SendButton({ position }: { readonly position: Position }) {
  const [isOpen, setOpen] = useState(false)
  const { status, collateral_type: type } = position
  const role = useCaller()?.credential.role
  const maySend = role === 'execution' || role === 'admin'
  if (status !== 'ACTIVE' || type === 'TRIPARTY' || !maySend) return null
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
