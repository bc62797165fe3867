import type { CalculationStep, MarkToMarketPreviewResponse } from '@vadium/client'
import { verifyPreview } from '@vadium/margin'
import { useMemo } from 'react'
import { Figure } from '../../figures/figure.tsx'
import { Instant } from '../../figures/time.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import styles from './confirmation.module.css'

const words = (name: string) => name.replaceAll('_', ' ')

/** Every input and every step. */
export function Why({ answer }: { readonly answer: MarkToMarketPreviewResponse }) {
  const { calculation } = answer
  if (calculation === undefined) return null
  return (
    <>
      <details>
        <summary>Why: {calculation.steps.length} steps</summary>
        <TableScroll name="Steps">
          <table>
            <thead>
              <tr>
                <th>Step</th>
                <th>Formula</th>
                <th className="number">Value</th>
                <th>Unit</th>
                <th>Rounding</th>
              </tr>
            </thead>
            <tbody>
              {calculation.steps.map((step) => (
                <tr key={step.name}>
                  <td>{words(step.name)}</td>
                  <td className="prose">{words(step.formula)}</td>
                  <td className="number">
                    <Figure value={step.value} column />
                  </td>
                  <td>{step.unit}</td>
                  <td>{roundingOf(step)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      </details>
      <details>
        <summary>From {calculation.inputs.length} inputs</summary>
        <TableScroll name="Inputs">
          <table>
            <thead>
              <tr>
                <th>Input</th>
                <th className="number">Value</th>
                <th>Unit</th>
                <th>Source</th>
                <th>Observed</th>
              </tr>
            </thead>
            <tbody>
              {calculation.inputs.map(({ name, value, unit, source, observed_at }) => (
                <tr key={name}>
                  <td>{words(name)}</td>
                  <td className="number">
                    {unit === 'organization' || unit === 'boolean' ? (
                      <code>{value}</code>
                    ) : (
                      <Figure value={value} column />
                    )}
                  </td>
                  <td>{unit}</td>
                  <td className="prose">{source}</td>
                  <td>{observed_at === null ? 'a term' : <Instant at={observed_at} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
        <p className={styles['fine']}>
          Formulas of version {calculation.formula_version}. Calculation{' '}
          <code className={styles['long']}>{calculation.calculation_id}</code>
        </p>
      </details>
    </>
  )
}

function roundingOf({ rounding, exact, value }: CalculationStep) {
  if (rounding === null) return 'exact'
  const way = `${words(rounding.mode)} to ${rounding.increment}`
  return exact === value ? way : <span title={`Before rounding: ${exact}`}>{way} *</span>
}

/** The published package computes the preview once more, from its inputs alone. */
export function Recomputed({ answer }: { readonly answer: MarkToMarketPreviewResponse }) {
  const { preview, calculation } = answer
  const verification = useMemo(
    () => (calculation === undefined ? undefined : verifyPreview(preview, calculation)),
    [preview, calculation],
  )
  if (verification === undefined) return null
  if (verification.ok) {
    return <p className={styles['equal']}>✓ Recomputed in this browser: equal, digit for digit.</p>
  }
  return (
    <div role="alert" className={styles['unequal']}>
      <strong>This browser computes other figures. Do not send this request.</strong>
      <ul>
        {verification.differences.map(({ member, expected, actual }) => (
          <li key={member}>
            <code>{member}</code>: the service says {actual}, computed is {expected}
          </li>
        ))}
      </ul>
    </div>
  )
}
