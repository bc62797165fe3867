import type { Position } from '@vadium/client'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'
import { useOwnId } from '../../service/people.ts'

const DeclareDefault = later(async () => (await import('./declare-default.tsx')).DeclareDefault)

/** The button of the lender of a position, if its terms have a cause that may be there. */
export function DeclareButton({ position }: { readonly position: Position }) {
  const [isOpen, setOpen] = useState(false)
  const isLender = useOwnId() === position.lender_id
  const { liquidation_reached: isReached, terms } = position
  const mayBe = terms.default_causes.some(
    (cause) => cause !== 'LIQUIDATION_LEVEL' || isReached === true,
  )
  if (!isLender || !mayBe) return null
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
