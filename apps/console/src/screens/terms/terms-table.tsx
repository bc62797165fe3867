import type { AgreedMarginTerms, AgreementVersion } from '@vadium/client'
import { allTerms, MarginTerms, type Term, termLabel, writtenTerm } from '@vadium/schema'
import { compareDecimals, isDecimalText } from '../../figures/decimal-text.ts'
import { helpText } from '../../figures/help-text.ts'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { TermValue } from '../../figures/terms.tsx'
import styles from './terms.module.css'

/** Terms, and what names them at the head of their column. */
export interface NamedTerms {
  readonly name: string
  readonly terms: AgreedMarginTerms
}

export type NumberedTerms = Pick<AgreementVersion, 'version' | 'terms'>

/** A value as it is compared: a figure without the unit of its term. */
function text(term: Term, { [term]: value }: AgreedMarginTerms): string {
  return typeof value === 'object' ? writtenTerm(term, value) : String(value)
}

/** Whether two values of a term are the same, whatever zeros a person typed behind the point. */
function isSame(term: Term, one: AgreedMarginTerms, other: AgreedMarginTerms): boolean {
  const [first, second] = [text(term, one), text(term, other)]
  if (first === second) return true
  if (!isDecimalText(first) || !isDecimalText(second)) return false
  return compareDecimals(first, second) === 0
}

/** The terms of two versions. Those that differ are marked, or are the only ones. */
export function TermsTable({
  from,
  to,
  areAllShown = true,
}: {
  readonly from: NamedTerms
  readonly to: NamedTerms
  readonly areAllShown?: boolean
}) {
  const isOne = from.name === to.name
  const isChanged = (term: Term) => !isSame(term, from.terms, to.terms)
  const shown = allTerms.filter((term) => areAllShown || isChanged(term))
  if (shown.length === 0) return <p>No term differs from {from.name.toLowerCase()}.</p>
  return (
    <TableScroll name={areAllShown ? 'Terms' : `What differs from ${from.name.toLowerCase()}`}>
      <table className={styles['terms']}>
        <thead>
          <tr>
            <th>Term</th>
            {!isOne && <th>{from.name}</th>}
            <th>{to.name}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((term) => (
            <tr key={term} className={isChanged(term) ? styles['changed'] : undefined}>
              <td title={term}>
                <strong>{termLabel(term)}</strong>
                <span>{helpText(MarginTerms.properties[term].description ?? '')}</span>
              </td>
              {!isOne && (
                <td>
                  <TermValue term={term} value={from.terms[term]} />
                </td>
              )}
              <td>
                <TermValue term={term} value={to.terms[term]} />
                {isChanged(term) && <span className="visually-hidden"> changed</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** A version with its number at the head of its column. */
export const ofVersion = ({ version, terms }: NumberedTerms): NamedTerms => ({
  name: `Version ${version}`,
  terms,
})
