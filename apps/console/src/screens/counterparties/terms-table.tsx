import type { AgreedMarginTerms, AgreementVersion } from '@vadium/client'
import { MarginTerms } from '@vadium/schema'
import { isDecimalText } from '../../figures/decimal-text.ts'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import styles from './counterparties.module.css'

export type Term = keyof AgreedMarginTerms

const isTerm = (name: string): name is Term => Object.hasOwn(MarginTerms.properties, name)

/** The terms, in the order and the words of the schema. */
export const agreedTermNames = Object.keys(MarginTerms.properties).filter(isTerm)

/** The terms of two versions. Those that differ are marked. */
export function TermsTable({
  from,
  to,
}: {
  readonly from: AgreementVersion
  readonly to: AgreementVersion
}) {
  const isOne = from.version === to.version
  return (
    <TableScroll name="Terms">
      <table className={styles['terms']}>
        <thead>
          <tr>
            <th>Term</th>
            {!isOne && <th>Version {from.version}</th>}
            <th>Version {to.version}</th>
          </tr>
        </thead>
        <tbody>
          {agreedTermNames.map((term) => {
            const isChanged = from.terms[term] !== to.terms[term]
            return (
              <tr key={term} className={isChanged ? styles['changed'] : undefined}>
                <td>
                  <code>{term}</code>
                  <span>{MarginTerms.properties[term].description}</span>
                </td>
                {!isOne && (
                  <td>
                    <TermValue value={from.terms[term]} />
                  </td>
                )}
                <td>
                  <TermValue value={to.terms[term]} />
                  {isChanged && <span className="visually-hidden"> changed</span>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}

function TermValue({ value }: { readonly value: string | number | null }) {
  if (value === null) return <>none</>
  const text = String(value)
  return isDecimalText(text) ? <Figure value={text} /> : <>{text}</>
}
