import type { CloseOut, Position } from '@vadium/client'
import { canBeInDefault } from '@vadium/margin'
import { closeOutCauses, createCloseOut } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Field } from '../../figures/field.tsx'
import { Figure } from '../../figures/figure.tsx'
import { useOwnId } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { causeWords } from './close-out-words.tsx'

/** The causes that the terms have, and that the caller can declare against the other side. */
function useDeclarable({ terms, lender_id, lender_name, borrower_name }: Position) {
  const inDefault = useOwnId() === lender_id ? 'borrower' : 'lender'
  const agreed = closeOutCauses.filter(
    (cause) => terms.default_causes.includes(cause) && canBeInDefault({ cause, inDefault }),
  )
  return { defaulting: inDefault === 'borrower' ? borrower_name : lender_name, agreed }
}

/** What the service will check of a cause. */
function Checked({
  position: { terms, ccr_percent: coverage },
  cause,
  defaulting,
}: {
  readonly position: Position
  readonly cause: CloseOut['cause']
  readonly defaulting: string
}) {
  if (cause !== 'LIQUIDATION_LEVEL') {
    return (
      <p>
        The service checks that it is so, and names each figure that is not. {defaulting} then has
        the grace of the terms to cure it.
      </p>
    )
  }
  return (
    <p>
      {defaulting} is in default if {causeWords(cause)} has lasted as long as the terms ask for:
      coverage is <Figure value={coverage} unit="%" missing="unknown" />, the level is{' '}
      <Figure value={terms.liquidation_percent} unit="%" />. The service checks it.
    </p>
  )
}

/** The declaration of a default of the other side, with what the service will check. */
export function DeclareDefault({
  position,
  close,
}: {
  readonly position: Position
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<CloseOut>()
  const { liquidation_reached: isReached } = position
  const { defaulting, agreed } = useDeclarable(position)
  const [first = 'LIQUIDATION_LEVEL'] = agreed
  const [cause, setCause] = useState(
    isReached === true && agreed.includes('LIQUIDATION_LEVEL') ? 'LIQUIDATION_LEVEL' : first,
  )
  const [note, setNote] = useState('')
  const body = { position_id: position.id, cause, ...(note !== '' && { note }) }
  return (
    <ConfirmDialog
      title={`Order ${position.order_id_pretty}: declare a default?`}
      action="Declare"
      send={() => void write.write((options) => client.closeOuts.create(body, options))}
      write={write}
      done={({ id }) => (
        <p>
          Declared.{' '}
          <Link to="/close-outs/$closeOutId" params={{ closeOutId: id }}>
            The notice
          </Link>
        </p>
      )}
      close={close}
    >
      <Field label="Cause">
        {(id) => (
          <select
            id={id}
            value={cause}
            onChange={({ target }) => {
              const chosen = agreed.find((one) => one === target.value)
              if (chosen !== undefined) setCause(chosen)
            }}
          >
            {agreed.map((one) => (
              <option key={one} value={one}>
                {causeWords(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Checked position={position} cause={cause} defaulting={defaulting} />
      <Field label="Note for the other side">
        {(id) => (
          <input
            id={id}
            value={note}
            maxLength={500}
            onChange={({ target }) => {
              setNote(target.value)
            }}
          />
        )}
      </Field>
      <p>{createCloseOut.description}</p>
    </ConfirmDialog>
  )
}
