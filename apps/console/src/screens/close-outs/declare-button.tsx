import type { Position } from '@vadium/client'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'
import { useOwnId } from '../../service/people.ts'

const DeclareDefault = later(async () => (await import('./declare-default.tsx')).DeclareDefault)

/** The button of the lender of a position at its liquidation level, if its terms have the cause. */
export function DeclareButton({ position }: { readonly position: Position }) {
  const [isOpen, setOpen] = useState(false)
  const isLender = useOwnId() === position.lender_id
  const { liquidation_reached: isReached, terms } = position
  if (!isLender || isReached !== true || terms.default_causes.length === 0) return null
  return (
    <>
      <Button
        className="button"
        onPress={() => {
          setOpen(true)
        }}
      >
        Declare a default …
      </Button>
      {isOpen && (
        <DeclareDefault
          position={position}
          close={() => {
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
