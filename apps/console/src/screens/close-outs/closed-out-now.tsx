import type { CloseOut, CloseOutPreviewRequest, CloseOutStatement, Position } from '@vadium/client'
import { closeOutCauses } from '@vadium/schema'
import { type ReactNode, useState } from 'react'
import { Field } from '../../figures/field.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { Instant } from '../../figures/time.tsx'
import { useOwnId } from '../../service/people.ts'
import { closeOutQuery } from '../../service/preview-queries.ts'
import { useRead } from '../../service/read.ts'
import { StatementProof } from '../statements/statement-proof.tsx'

type Side = CloseOutPreviewRequest['in_default']

/** The close-out that a notice can be terminated with, at current prices. */
export function TerminatedNow({
  closeOut,
  position,
}: {
  readonly closeOut: CloseOut
  readonly position: Position
}) {
  const { position_id, declarer_id, lender_id } = closeOut
  const in_default = declarer_id === lender_id ? 'borrower' : 'lender'
  const cause = closeOutCauses.find((one) => one === closeOut.cause)
  const read = useRead(closeOutQuery, {
    ...({ position_id, in_default } as const),
    ...(cause !== undefined && { cause }),
  })
  return (
    <Read of={read} what="the close-out">
      {({ statement }) => <Statement statement={statement} position={position} />}
    </Read>
  )
}

/** The close-out of a position at current prices, with either side in default. */
export function ClosedOutNow({ position }: { readonly position: Position }) {
  const ownId = useOwnId()
  const [side, setSide] = useState<Side>(position.borrower_id === ownId ? 'lender' : 'borrower')
  const read = useRead(closeOutQuery, { position_id: position.id, in_default: side })
  return (
    <>
      <p>Nothing is in default: these are the figures if a side were.</p>
      <div>
        <Field label="In default">
          {(id) => (
            <select
              id={id}
              value={side}
              onChange={({ target }) => {
                setSide(target.value === 'lender' ? 'lender' : 'borrower')
              }}
            >
              <option value="borrower">the borrower, {position.borrower_name}</option>
              <option value="lender">the lender, {position.lender_name}</option>
            </select>
          )}
        </Field>
      </div>
      <Read of={read} what="the close-out">
        {({ statement }) => <Statement statement={statement} position={position} />}
      </Read>
    </>
  )
}

function Statement({
  statement,
  position,
}: {
  readonly statement: CloseOutStatement
  readonly position: Position
}) {
  const { in_default: inDefault, scope } = statement
  const inPart = scope === 'to_requirement'
  const [declarer, other] =
    inDefault === 'borrower'
      ? [position.lender_name, position.borrower_name]
      : [position.borrower_name, position.lender_name]
  return (
    <>
      <p>
        With {other} in default, and the deal closed out {inPart ? 'in part ' : ''}at the prices of{' '}
        <Instant at={statement.price_time} />, {declarer} would keep{' '}
        {listed(
          statement.kept.map(({ asset, kept_quantity }) => (
            <Figure key={asset} value={kept_quantity} unit={asset} />
          )),
        )}{' '}
        for a claim of <Figure value={statement.claim_usd} unit="USD" cents />
        {inPart ? ', and the deal would go on with the rest' : ''}.
      </p>
      <StatementProof statement={statement} />
    </>
  )
}

function listed(items: readonly ReactNode[]): ReactNode {
  return items.flatMap((item, index) => (index === 0 ? [item] : [' and ', item]))
}
