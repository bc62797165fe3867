import type { CalculationInput, CalculationStep } from '@vadium/client'
import { Figure } from './figure.tsx'
import { TableScroll } from './table-scroll.tsx'
import { Instant } from './time.tsx'

const words = (name: string) => name.replaceAll('_', ' ')

/** Every step of a calculation, with its rounding. */
export function CalculationSteps({ steps }: { readonly steps: readonly CalculationStep[] }) {
  return (
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
          {steps.map((step) => (
            <tr key={step.name}>
              <td>{words(step.name)}</td>
              <td className="prose">{words(step.formula)}</td>
              <td className="number">
                <Figure value={step.value} column />
              </td>
              <td>{step.unit}</td>
              <td>
                <Rounding of={step} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** How the value of a step was rounded. */
export function Rounding({ of: { rounding, exact, value } }: { readonly of: CalculationStep }) {
  if (rounding === null) return <>exact</>
  const way = `${words(rounding.mode)} to ${rounding.increment}`
  return exact === value ? <>{way}</> : <span title={`Before rounding: ${exact}`}>{way} *</span>
}

/** The units of inputs that are no figures. */
const chosen: ReadonlySet<string> = new Set([
  'organization',
  'boolean',
  'side',
  'day_count',
  'price_source',
  'time',
])

/** Every input of a calculation, with its source and time. */
export function CalculationInputs({ inputs }: { readonly inputs: readonly CalculationInput[] }) {
  return (
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
          {inputs.map(({ name, value, unit, source, observed_at }) => (
            <tr key={name}>
              <td>{words(name)}</td>
              <td className="number">
                {chosen.has(unit) ? <code>{value}</code> : <Figure value={value} column />}
              </td>
              <td>{words(unit)}</td>
              <td className="prose">{source}</td>
              <td>{observed_at === null ? 'a term' : <Instant at={observed_at} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
