import type { Position } from '@vadium/client'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'
import { useOwnId } from '../../service/people.ts'

const DeclareDefault = later(async () => (await import('./declare-default.tsx')).DeclareDefault)

/** The button of a side of a position, if its terms have a cause that it may declare now. */
export function DeclareButton({ position }: { readonly position: Position }) {
  const [isOpen, setOpen] = useState(false)
  const ownId = useOwnId()
  const { liquidation_reached: isReached, terms, lender_id, borrower_id } = position
  const mayBe = terms.default_causes.some((cause) => {
    if (ownId === borrower_id) return cause === 'UNMET_CALL' || cause === 'MISSED_RETURN'
    return ownId === lender_id && (cause !== 'LIQUIDATION_LEVEL' || isReached === true)
  })
  if (!mayBe) return null
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
