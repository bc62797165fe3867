import type { MarkToMarketPreviewResponse } from '@vadium/client'
import { verifyPreview } from '@vadium/margin'
import { useMemo } from 'react'
import { CalculationInputs, CalculationSteps } from '../../figures/calculation-tables.tsx'
import { RecomputedHere } from '../../figures/recomputed-here.tsx'
import styles from './confirmation.module.css'

/** Every input and every step. */
export function Why({ answer }: { readonly answer: MarkToMarketPreviewResponse }) {
  const { calculation } = answer
  if (calculation === undefined) return null
  return (
    <>
      <details>
        <summary>Why: {calculation.steps.length} steps</summary>
        <CalculationSteps steps={calculation.steps} />
      </details>
      <details>
        <summary>From {calculation.inputs.length} inputs</summary>
        <CalculationInputs inputs={calculation.inputs} />
        <p className={styles['fine']}>
          Formulas of version {calculation.formula_version}. Calculation{' '}
          <code className={styles['long']}>{calculation.calculation_id}</code>
        </p>
      </details>
    </>
  )
}

/** The published package computes the preview once more, from its inputs alone. */
export function Recomputed({ answer }: { readonly answer: MarkToMarketPreviewResponse }) {
  const { preview, calculation } = answer
  const verification = useMemo(
    () => (calculation === undefined ? undefined : verifyPreview(preview, calculation)),
    [preview, calculation],
  )
  if (verification === undefined) return null
  return <RecomputedHere of={verification} advice="Do not send this request." />
}
