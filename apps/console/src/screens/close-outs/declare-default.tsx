import type { CloseOut, CloseOutPreviewRequest, Position } from '@vadium/client'
import { canBeInDefault } from '@vadium/margin'
import { type CloseOutCause, closeOutCauses, createCloseOut } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Field } from '../../figures/field.tsx'
import { Read } from '../../figures/read.tsx'
import { Instant } from '../../figures/time.tsx'
import { closeOutsQuery } from '../../service/close-out-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { closeOutQuery } from '../../service/preview-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { CausesNow } from './causes-now.tsx'
import { causeWords } from './close-out-words.tsx'

/** The causes that the terms have, and that the caller can declare against the other side. */
function useDeclarable({ id, terms, lender_id, lender_name, borrower_name }: Position) {
  const inDefault = useOwnId() === lender_id ? 'borrower' : 'lender'
  const agreed = closeOutCauses.filter(
    (cause) => terms.default_causes.includes(cause) && canBeInDefault({ cause, inDefault }),
  )
  const asked: CloseOutPreviewRequest = { position_id: id, in_default: inDefault }
  return { defaulting: inDefault === 'borrower' ? borrower_name : lender_name, agreed, asked }
}

/** Our notice of a cause that has not ended: there can be only one. */
function useOpenNotice({ id }: Position, cause: CloseOutCause): CloseOut | undefined {
  const ownId = useOwnId()
  const { data = [] } = useRead(closeOutsQuery, { position_id: id, page_size: 20 })
  return data.find(
    (one) => one.status === 'NOTICE' && one.cause === cause && one.declarer_id === ownId,
  )
}

/** That it is declared already, or from when the deal could be terminated. */
function WhatFollows({
  open,
  earliest,
}: {
  readonly open: CloseOut | undefined
  readonly earliest: string | null | undefined
}) {
  if (open !== undefined) {
    return (
      <p>
        <Link to="/close-outs/$closeOutId" params={{ closeOutId: open.id }}>
          A notice of it
        </Link>{' '}
        is open.
      </p>
    )
  }
  if (earliest == null) return null
  return (
    <p>
      The deal can then be terminated from <Instant at={earliest} /> on, as long as this is so.
    </p>
  )
}

/** The declaration of a default of the other side, with what is the case now. */
export function DeclareDefault({
  position,
  close,
}: {
  readonly position: Position
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<CloseOut>()
  const { defaulting, agreed, asked } = useDeclarable(position)
  const read = useRead(closeOutQuery, asked)
  const [chosen, setChosen] = useState<CloseOutCause>()
  const [note, setNote] = useState('')
  const factOf = (cause: CloseOutCause) => read.data?.facts.find((fact) => fact.cause === cause)
  const [first = 'LIQUIDATION_LEVEL'] = agreed
  const cause = chosen ?? agreed.find((one) => factOf(one)?.holds === true) ?? first
  const earliest = factOf(cause)?.earliest_terminate_time
  const open = useOpenNotice(position, cause)
  const body = { position_id: position.id, cause, ...(note !== '' && { note }) }
  return (
    <ConfirmDialog
      title={`Order ${position.order_id_pretty}: declare a default?`}
      action="Declare"
      send={() => void write.write((options) => client.closeOuts.create(body, options))}
      canSend={open === undefined}
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
      <Field label={`${defaulting} is in default for`}>
        {(id) => (
          <select
            id={id}
            value={cause}
            onChange={({ target }) => {
              setChosen(agreed.find((one) => one === target.value))
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
      <Read of={read} what="what is the case now">
        {({ facts }) => <CausesNow facts={facts} chosen={cause} />}
      </Read>
      <WhatFollows open={open} earliest={earliest} />
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
