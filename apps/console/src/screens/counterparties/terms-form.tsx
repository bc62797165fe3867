import type { AgreedMarginTerms } from '@vadium/client'
import {
  allTerms,
  closeOutCauses,
  MarginTerms,
  type Term,
  termLabel,
  termText,
  termWords,
} from '@vadium/schema'
import { FormChoices, FormInput } from '../../figures/form.tsx'
import { type Draft, listAt } from '../../service/body.ts'
import { calendarsQuery } from '../../service/calendar-queries.ts'
import { useRead } from '../../service/read.ts'
import type { FormOf } from '../../service/use-form.ts'
import { EligibleFields, typedEligible } from './eligible-fields.tsx'
import styles from './counterparties.module.css'

/** The terms as they are typed at the beginning. A term without a value is an empty text. */
export const typedTerms = (terms: AgreedMarginTerms): Draft =>
  Object.fromEntries(
    allTerms.flatMap((term): [string, string | readonly string[]][] => {
      if (term === 'eligible_collateral') return Object.entries(typedEligible(terms[term]))
      const value = terms[term]
      return [[`terms.${term}`, typeof value === 'object' ? (value ?? '') : String(value)]]
    }),
  )

/** What may be ticked in the terms that are lists. */
export function useTermOffers() {
  const calendars = useRead(calendarsQuery).data ?? []
  return {
    'terms.default_causes': closeOutCauses.map((cause) => ({
      value: cause,
      name: termText(cause),
    })),
    'terms.calendars': calendars.map(({ id, name, version }) => ({
      value: id,
      name: id,
      title: `${name}, version ${version}`,
    })),
  }
}

/** Names the versions of the calendars that are offered: to another one nobody agrees here. */
export function useSeenCalendars(): (draft: Draft) => Draft {
  const calendars = useRead(calendarsQuery).data ?? []
  return (draft) => {
    const chosen = listAt(draft, 'terms.calendars')
    const seen = calendars.filter(({ id }) => chosen.includes(id))
    if (seen.length === 0) return draft
    const members = seen.flatMap(({ id, version }): (readonly [string, string])[] => [
      [`calendar_versions.${id}.id`, id],
      [`calendar_versions.${id}.version`, String(version)],
    ])
    const keys = seen.map(({ id }) => id)
    return { ...draft, calendar_versions: keys, ...Object.fromEntries<string>(members) }
  }
}

/** What the schema says of a term, for its field, which is empty where the API has null. */
const helpOf = (term: Term) => MarginTerms.properties[term].description?.replaceAll('Null', 'Empty')

const names = new Map<string, string>(allTerms.map((term) => [term, termWords[term].name]))

/** What is wrong with a term, where the service names others, and what they may be. */
const inWords = (fault: string | undefined) =>
  fault?.replaceAll(/\w+/g, (word) => {
    if (word === 'null') return 'empty'
    return word.includes('_') ? `“${names.get(word) ?? termText(word)}”` : word
  })

/** A field for each term, in the order of the schema, which says what it means. */
export function TermFields<Answer>({ of: form }: { readonly of: FormOf<Answer> }) {
  return (
    <div className={styles['termFields']}>
      {allTerms.map((term) => {
        if (term === 'eligible_collateral') return <EligibleFields key={term} of={form} />
        const field = { of: form, name: `terms.${term}`, label: termLabel(term) }
        if (term === 'default_causes' || term === 'calendars')
          return <FormChoices key={term} {...field} />
        const fault = inWords(form.faults[field.name])
        return (
          <FormInput key={term} {...field} wordsOf={termText} help={helpOf(term)} fault={fault} />
        )
      })}
    </div>
  )
}
