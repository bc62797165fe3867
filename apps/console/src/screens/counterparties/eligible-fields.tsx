import type { AgreedMarginTerms } from '@vadium/client'
import { MarginTerms, termLabel } from '@vadium/schema'
import { Button } from '../../figures/button.tsx'
import { FormInput } from '../../figures/form.tsx'
import { helpText } from '../../figures/help-text.ts'
import page from '../../figures/page.module.css'
import { type Draft, listAt } from '../../service/body.ts'
import { type FormOf, inRow } from '../../service/use-form.ts'
import styles from './counterparties.module.css'

type EligibleCollateral = AgreedMarginTerms['eligible_collateral'][number]

const list = 'terms.eligible_collateral'

const nothing: EligibleCollateral = {
  asset: '',
  requirement_percent: '',
  haircut: null,
  margin_call_percent: '',
  liquidation_percent: '',
}

const labels = {
  asset: 'Asset',
  requirement_percent: termLabel('requirement_percent'),
  haircut: termLabel('haircut'),
  margin_call_percent: termLabel('margin_call_percent'),
  liquidation_percent: termLabel('liquidation_percent'),
} as const satisfies Record<keyof EligibleCollateral, string>

const typedAsset = (key: string, eligible: EligibleCollateral): Draft =>
  Object.fromEntries(
    Object.entries(eligible).map(([member, value]) => [`${list}.${key}.${member}`, value ?? '']),
  )

/** The eligible assets of terms, as they are typed. */
export const typedEligible = (eligible: readonly EligibleCollateral[]): Draft => ({
  [list]: eligible.map((_one, i) => String(i)),
  ...Object.fromEntries(eligible.flatMap((one, i) => Object.entries(typedAsset(String(i), one)))),
})

/** A row of fields for each eligible asset. */
export function EligibleFields<Answer>({ of: form }: { readonly of: FormOf<Answer> }) {
  const keys = listAt(form.draft, list)
  return (
    <fieldset className={`${page['choice'] ?? ''} ${styles['eligible'] ?? ''}`}>
      <legend>{termLabel('eligible_collateral')}</legend>
      <p className={page['fine']}>
        {helpText(MarginTerms.properties.eligible_collateral.description ?? '')}
      </p>
      {keys.map((key, i) => {
        const at = inRow(form, list, key)
        return (
          <fieldset key={key} className={page['fields']}>
            <legend className="visually-hidden">Eligible asset {i + 1}</legend>
            {Object.entries(labels).map(([member, label]) => (
              <FormInput key={member} {...at(member)} label={label} />
            ))}
            <Button
              className="button"
              isDisabled={form.isFixed}
              onPress={() => {
                form.change({ [list]: keys.filter((one) => one !== key) })
              }}
            >
              Remove asset {i + 1}
            </Button>
          </fieldset>
        )
      })}
      <Button
        className="button"
        isDisabled={form.isFixed}
        onPress={() => {
          const key = crypto.randomUUID()
          form.change({ ...typedAsset(key, nothing), [list]: [...keys, key] })
        }}
      >
        Add an asset
      </Button>
    </fieldset>
  )
}
