import type { AgreedMarginTerms } from '@vadium/client'
import { allTerms, type Term, termText, termWords, writtenTerm } from '@vadium/schema'
import type { ReactNode } from 'react'
import { isDecimalText } from './decimal-text.ts'
import { Figure } from './figure.tsx'
import { spanText } from './time.tsx'

/** A value beside the label of its term. */
export function TermValue({
  term,
  value,
}: {
  readonly term: Term
  readonly value: AgreedMarginTerms[Term]
}) {
  if (value === null || typeof value === 'object') return <>{writtenTerm(term, value)}</>
  const text = String(value)
  if (!isDecimalText(text)) return <>{termText(text)}</>
  return (
    <>
      <Figure value={text} />
      {typeof value === 'number' && ` = ${spanText(value * 1_000)}`}
    </>
  )
}

/** An agreement has one term of each of these, and not the others. */
const alternatives: ReadonlySet<Term> = new Set<Term>([
  'requirement_percent',
  'haircut',
  'dispute_tolerance_usd',
  'dispute_tolerance_percent',
])

/** The terms that a deal has, with their values. */
export const termFacts = ({
  terms,
  collateral_asset,
}: {
  readonly terms: Partial<AgreedMarginTerms>
  readonly collateral_asset: string
}): readonly (readonly [name: string, value: ReactNode])[] =>
  allTerms.flatMap((term): readonly (readonly [string, ReactNode])[] => {
    const value = terms[term]
    if (value === undefined || (value === null && alternatives.has(term))) return []
    const { name, unit, without } = termWords[term]
    if (typeof value === 'number') return [[name, spanText(value * 1_000)]]
    if (value !== null && typeof value === 'object') return [[name, writtenTerm(term, value)]]
    if (value !== null && !isDecimalText(value)) return [[name, termText(value)]]
    const isLot = term === 'lot_top_up' || term === 'lot_release'
    return [
      [name, <Figure value={value} unit={isLot ? collateral_asset : unit} missing={without} />],
    ]
  })
