import type { AgreedMarginTerms } from '@vadium/client'
import { MarginTerms } from '@vadium/schema'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Choice } from '../../figures/choice.tsx'
import { enumValues } from '../../figures/enum-values.ts'
import page from '../../figures/page.module.css'
import { TextInput } from '../../figures/text-input.tsx'
import styles from './counterparties.module.css'
import { agreedTermNames, type Term } from './terms-table.tsx'

const { properties } = MarginTerms
const dayCounts = enumValues(properties.day_count)
const disputeMethods = enumValues(properties.dispute_method)

type Drafts = Readonly<Record<string, string>>

/** The terms as they are typed. An empty text is no value. The service judges them. */
function termsOf(drafts: Drafts): MarginTerms | undefined {
  const text = (name: Term) => drafts[name] ?? ''
  const orNull = (name: Term) => (text(name) === '' ? null : text(name))
  const dayCount = dayCounts.find((one) => one === text('day_count'))
  const method = disputeMethods.find((one) => one === text('dispute_method'))
  const cureSeconds = Number(text('cure_time_seconds'))
  if (dayCount === undefined || method === undefined || !Number.isInteger(cureSeconds)) {
    return undefined
  }
  return {
    requirement_percent: orNull('requirement_percent'),
    haircut: orNull('haircut'),
    margin_call_percent: text('margin_call_percent'),
    liquidation_percent: text('liquidation_percent'),
    threshold_usd: text('threshold_usd'),
    minimum_notional_top_up_usd: text('minimum_notional_top_up_usd'),
    minimum_notional_release_usd: text('minimum_notional_release_usd'),
    lot_top_up: orNull('lot_top_up'),
    lot_release: orNull('lot_release'),
    day_count: dayCount,
    cure_time_seconds: cureSeconds,
    dispute_tolerance_usd: orNull('dispute_tolerance_usd'),
    dispute_tolerance_percent: orNull('dispute_tolerance_percent'),
    dispute_method: method,
  }
}

/** A field for each term, in the order and the words of the schema. */
export function TermsForm({
  name,
  begin,
  isFixed,
  isDisabled = false,
  send,
}: {
  /** What the button says. */
  readonly name: string
  /** The terms to begin with. */
  readonly begin?: AgreedMarginTerms
  /** Whether the terms are being sent, or await approval: they cannot be changed then. */
  readonly isFixed: boolean
  /** Whether something else is missing. */
  readonly isDisabled?: boolean
  readonly send: (terms: MarginTerms) => void
}) {
  const [drafts, setDrafts] = useState<Drafts>(() =>
    Object.fromEntries(agreedTermNames.map((term) => [term, String(begin?.[term] ?? '')])),
  )
  const terms = termsOf(drafts)
  const change = (term: Term, value: string) => {
    setDrafts({ ...drafts, [term]: value })
  }
  return (
    <form
      className={page['form']}
      aria-label="Terms"
      onSubmit={(event) => {
        event.preventDefault()
        if (terms !== undefined) send(terms)
      }}
    >
      <fieldset className={page['plain']} disabled={isFixed}>
        <div className={styles['termFields']}>
          {agreedTermNames.map((term) => (
            <div key={term}>
              <TermField
                term={term}
                value={drafts[term] ?? ''}
                change={(value) => {
                  change(term, value)
                }}
              />
              <p className={page['fine']}>{properties[term].description}</p>
            </div>
          ))}
        </div>
      </fieldset>
      <div>
        <Button
          type="submit"
          className="button primary"
          isDisabled={isFixed || isDisabled || terms === undefined}
        >
          {name}
        </Button>
      </div>
    </form>
  )
}

const choices: Readonly<Record<string, readonly string[]>> = {
  day_count: dayCounts,
  dispute_method: disputeMethods,
}

function TermField({
  term,
  value,
  change,
}: {
  readonly term: Term
  readonly value: string
  readonly change: (value: string) => void
}) {
  const values = choices[term]
  if (values === undefined) return <TextInput label={term} value={value} change={change} />
  return (
    <Choice
      label={term}
      any="choose"
      value={value === '' ? undefined : value}
      options={values.map((one) => ({ value: one, name: one }))}
      choose={(chosen) => {
        change(chosen ?? '')
      }}
    />
  )
}
