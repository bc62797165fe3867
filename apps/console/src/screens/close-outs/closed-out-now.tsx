import type { CloseOut, CloseOutPreviewRequest, CloseOutStatement, Position } from '@vadium/client'
import { verifyCloseOut } from '@vadium/margin'
import { closeOutCauses } from '@vadium/schema'
import { type ReactNode, useMemo, useState } from 'react'
import { CalculationInputs, CalculationSteps, Rounding } from '../../figures/calculation-tables.tsx'
import { Field } from '../../figures/field.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { RecomputedHere } from '../../figures/recomputed-here.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'
import { useOwnId } from '../../service/people.ts'
import { closeOutQuery } from '../../service/preview-queries.ts'
import { useRead } from '../../service/read.ts'
import { BeforeAndAfter } from './before-and-after.tsx'
import styles from './close-outs.module.css'

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
      <div className={styles['side']}>
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

/** The figures of a statement, recomputed in this browser, with every step and input. */
export function StatementProof({ statement }: { readonly statement: CloseOutStatement }) {
  const verification = useMemo(() => verifyCloseOut(statement), [statement])
  const { calculation, scope } = statement
  return (
    <>
      <Figures statement={statement} />
      {scope === 'to_requirement' && <BeforeAndAfter statement={statement} />}
      <RecomputedHere of={verification} advice="Do not rely on them." />
      <details>
        <summary>Why: {calculation.steps.length} steps</summary>
        <CalculationSteps steps={calculation.steps} />
      </details>
      <details>
        <summary>
          From {calculation.inputs.length} inputs and {periodsOf(statement)}
        </summary>
        <CalculationInputs inputs={calculation.inputs} />
        <InterestPeriods statement={statement} />
        <p className={styles['note']}>Formulas of version {calculation.formula_version}.</p>
      </details>
    </>
  )
}

function periodsOf({ calculation: { interest_periods: periods } }: CloseOutStatement): string {
  return periods.length === 1 ? '1 interest period' : `${periods.length} interest periods`
}

function listed(items: readonly ReactNode[]): ReactNode {
  return items.flatMap((item, index) => (index === 0 ? [item] : [' and ', item]))
}

/** The figures of a statement, each with the rounding of its step. */
function Figures({ statement }: { readonly statement: CloseOutStatement }) {
  const { asset, kept, in_default: inDefault, scope } = statement
  const suffix = (index: number) => (index === 0 ? '' : `_${index + 1}`)
  return (
    <TableScroll name="If closed out now">
      <table>
        <thead>
          <tr>
            <th>Figure</th>
            <th className="number">Value</th>
            <th>Unit</th>
            <th>Rounding</th>
          </tr>
        </thead>
        <tbody>
          <Row
            name="Interest owed"
            value={statement.interest_owed}
            unit={asset}
            of={statement}
            step="interest_accrued"
          />
          <Row name="Claim" value={statement.claim_usd} unit="USD" of={statement} step="claim" />
          {kept.map((one, index) => (
            <Row
              key={one.asset}
              name="Kept"
              value={one.kept_quantity}
              unit={one.asset}
              of={statement}
              step={`kept_quantity${suffix(index)}`}
            />
          ))}
          {scope === 'full' &&
            kept.map((one, index) => (
              <Row
                key={one.asset}
                name="Goes back"
                value={one.back_quantity}
                unit={one.asset}
                of={statement}
                step={`back_quantity${suffix(index)}`}
              />
            ))}
          {inDefault === 'lender' && (
            <Row
              name="Goes back as interest"
              value={statement.back_interest}
              unit={asset}
              of={statement}
              step="back_interest"
            />
          )}
          <Row
            name="Kept beyond the claim"
            value={statement.overshoot_usd}
            unit="USD"
            of={statement}
            step="overshoot"
          />
          <Row
            name="Need not be returned any more"
            value={statement.discharged_quantity}
            unit={asset}
            of={statement}
            step="discharged_quantity"
          />
          <Row
            name="Left of the claim"
            value={statement.residual_claim_usd}
            unit="USD"
            of={statement}
            step="residual_claim"
          />
        </tbody>
      </table>
    </TableScroll>
  )
}

function Row({
  name,
  value,
  unit,
  of: { calculation },
  step: stepName,
}: {
  readonly name: string
  readonly value: string
  readonly unit: string
  readonly of: CloseOutStatement
  readonly step: string
}) {
  const step = calculation.steps.find((one) => one.name === stepName)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">
        <Figure value={value} column />
      </td>
      <td>{unit}</td>
      <td>{step === undefined ? 'exact' : <Rounding of={step} />}</td>
    </tr>
  )
}

function InterestPeriods({
  statement: { asset, calculation },
}: {
  readonly statement: CloseOutStatement
}) {
  return (
    <TableScroll name="Interest periods">
      <table>
        <thead>
          <tr>
            <th>From</th>
            <th>Until</th>
            <th className="number">Quantity, {asset}</th>
            <th className="number">Rate a year, %</th>
            <th>Source</th>
          </tr>
        </thead>
        <tbody>
          {calculation.interest_periods.map(({ from, to, quantity, rate_percent, source }) => (
            <tr key={from}>
              <td>{from}</td>
              <td>{to}</td>
              <td className="number">
                <Figure value={quantity} column />
              </td>
              <td className="number">
                <Figure value={rate_percent} column />
              </td>
              <td className="prose">{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
