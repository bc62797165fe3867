import type { AgreedMarginTerms } from '@vadium/client'
import { MarginTerms } from '@vadium/schema'
import { FormInput } from '../../figures/form.tsx'
import type { Draft } from '../../service/body.ts'
import type { FormOf } from '../../service/use-form.ts'
import styles from './counterparties.module.css'
import { agreedTermNames } from './term-names.ts'

/** The terms as they are typed at the beginning. A term without a value is an empty text. */
export const typedTerms = (terms: AgreedMarginTerms): Draft =>
  Object.fromEntries(agreedTermNames.map((term) => [`terms.${term}`, String(terms[term] ?? '')]))

/** A field for each term, in the order and the words of the schema. */
export function TermFields<Answer>({ of: form }: { readonly of: FormOf<Answer> }) {
  return (
    <div className={styles['termFields']}>
      {agreedTermNames.map((term) => (
        <FormInput
          key={term}
          of={form}
          name={`terms.${term}`}
          label={term}
          help={MarginTerms.properties[term].description}
        />
      ))}
    </div>
  )
}
