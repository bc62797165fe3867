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

const [cause] = closeOutCauses

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
      <p>
        {position.borrower_name} is in default if {causeWords(cause)} has lasted as long as the
        terms ask for: coverage is{' '}
        <Figure value={position.ccr_percent} unit="%" missing="unknown" />, the level is{' '}
        <Figure value={position.terms.liquidation_percent} unit="%" />. The service checks it.
      </p>
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
