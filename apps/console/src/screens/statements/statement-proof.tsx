import type { CloseOutStatement } from '@vadium/client'
import { verifyCloseOut } from '@vadium/margin'
import { Fragment, useMemo } from 'react'
import { CalculationInputs, CalculationSteps, Rounding } from '../../figures/calculation-tables.tsx'
import { Figure } from '../../figures/figure.tsx'
import { RecomputedHere } from '../../figures/recomputed-here.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { BeforeAndAfter } from './before-and-after.tsx'
import styles from './statements.module.css'

/** The figures of a statement, recomputed in this browser, with every step and input. */
export function StatementProof({ statement }: { readonly statement: CloseOutStatement }) {
  const verification = useMemo(() => verifyCloseOut(statement), [statement])
  const { calculation, scope } = statement
  return (
    <div className={styles['proof']}>
      <Prices statement={statement} />
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
    </div>
  )
}

/** At which prices, and less what. Without a price there was nothing of the asset. */
function Prices({ statement }: { readonly statement: CloseOutStatement }) {
  const { asset, asset_price_usd: price, collateral, discount } = statement
  const priced = [{ asset, price_usd: price }, ...collateral].filter(
    (one) => one.price_usd !== null,
  )
  return (
    <p>
      At{' '}
      {priced.map((one, index) => (
        <Fragment key={one.asset}>
          {index > 0 && ' and '}
          <Figure value={one.price_usd} unit="USD" /> for 1 {one.asset}
        </Fragment>
      ))}
      {discount !== '0' && (
        <>
          , less <Figure value={discount} /> of that for what is kept
        </>
      )}
      .
    </p>
  )
}

function periodsOf({ calculation: { interest_periods: periods } }: CloseOutStatement): string {
  return periods.length === 1 ? '1 interest period' : `${periods.length} interest periods`
}

/** The figures of a statement, each with the rounding of its step. */
function Figures({ statement }: { readonly statement: CloseOutStatement }) {
  const { asset, kept, in_default: inDefault, scope } = statement
  const suffix = (index: number) => (index === 0 ? '' : `_${index + 1}`)
  return (
    <TableScroll name="If closed out now">
      <table className={styles['figures']}>
        <thead>
          <tr>
            <th>Figure, and its rounding</th>
            <th className="number">Value</th>
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
      <th scope="row">
        {name} <small>{step === undefined ? 'exact' : <Rounding of={step} />}</small>
      </th>
      <td className="number">
        <Figure value={value} unit={unit} column />
      </td>
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
