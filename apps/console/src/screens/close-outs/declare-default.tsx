import type { CloseOut, Position } from '@vadium/client'
import { closeOutCauses, createCloseOut } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Field } from '../../figures/field.tsx'
import { Figure } from '../../figures/figure.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { causeWords } from './close-out-words.tsx'

/** The declaration of a default of the borrower, with what the service will check. */
export function DeclareDefault({
  position,
  close,
}: {
  readonly position: Position
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<CloseOut>()
  const { terms, liquidation_reached: isReached } = position
  const agreed = closeOutCauses.filter((one) => terms.default_causes.includes(one))
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
      {cause === 'LIQUIDATION_LEVEL' ? (
        <p>
          {position.borrower_name} is in default if {causeWords(cause)} has lasted as long as the
          terms ask for: coverage is{' '}
          <Figure value={position.ccr_percent} unit="%" missing="unknown" />, the level is{' '}
          <Figure value={terms.liquidation_percent} unit="%" />. The service checks it.
        </p>
      ) : (
        <p>
          The service checks that it is so, and names each figure that is not.{' '}
          {position.borrower_name} then has the grace of the terms to cure it.
        </p>
      )}
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
