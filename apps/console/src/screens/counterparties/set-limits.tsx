import type { CounterpartyLimits } from '@vadium/client'
import { setCounterpartyLimits } from '@vadium/schema'
import { Button } from '../../figures/button.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { type Draft, listAt, textAt } from '../../service/body.ts'
import { useChoices } from '../../service/choices.ts'
import { limitsInEffectQuery } from '../../service/limit-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { inRow, useForm } from '../../service/use-form.ts'
import { breachWords } from './limit-columns.tsx'

/** Limits as they are typed. */
const typed = ({ assets, ...limits }: CounterpartyLimits): Draft => ({
  lent_usd_max: limits.lent_usd_max ?? '',
  uncovered_usd_max: limits.uncovered_usd_max ?? '',
  shock: limits.shock,
  on_breach: limits.on_breach,
  assets: assets.map(({ asset }) => asset),
  ...Object.fromEntries(
    assets.flatMap(({ asset, lent_quantity_max }) => [
      [`assets.${asset}.asset`, asset],
      [`assets.${asset}.lent_quantity_max`, lent_quantity_max],
    ]),
  ),
})

const noLimits: Draft = {
  lent_usd_max: '',
  uncovered_usd_max: '',
  shock: '0',
  on_breach: 'refuse',
  assets: [],
}

/** The form of new limits for one counterparty, which begins from those in effect. */
function useLimitsForm() {
  const { limits } = useClient()
  const { counterparties, assets } = useChoices()
  const inEffect = useRead(limitsInEffectQuery).data
  const replacedIn = (draft: Draft) =>
    inEffect?.find(({ counterparty_id }) => counterparty_id === textAt(draft, 'counterparty_id'))
  const form = useForm({
    schema: setCounterpartyLimits.body,
    begin: noLimits,
    offers: (draft) => ({
      counterparty_id: counterparties,
      ...Object.fromEntries(
        listAt(draft, 'assets').map((key) => [`assets.${key}.asset`, assets] as const),
      ),
    }),
    // Another version than the one on screen is replaced by nobody.
    complete: (draft) =>
      inEffect === undefined
        ? draft
        : { ...draft, new_version: String((replacedIn(draft)?.version ?? 0) + 1) },
    send: (body, options) => limits.set(body, options),
  })
  const choose = (id: string) => {
    const found = inEffect?.find(({ counterparty_id }) => counterparty_id === id)
    // What is typed may be the limits of another counterparty.
    form.change({ counterparty_id: id, ...(found === undefined ? noLimits : typed(found)) })
  }
  return { form, choose }
}

/** Replaces the limits for one counterparty. */
export function SetLimits() {
  const { form, choose } = useLimitsForm()
  const keys = listAt(form.draft, 'assets')
  return (
    <details className="panel">
      <summary>Change limits</summary>
      <Form
        of={form}
        name="Limits for a counterparty"
        action="Set"
        buttons={
          <Button
            className="button"
            isDisabled={form.isFixed}
            onPress={() => {
              form.change({ assets: [...keys, crypto.randomUUID()] })
            }}
          >
            Add an asset
          </Button>
        }
        done={({ counterparty_name, version }) => (
          <p>
            Version {version} for {counterparty_name} was set.
          </p>
        )}
      >
        <p className={page['fine']}>An empty limit is none.</p>
        <div className={page['fields']}>
          <FormInput of={form} name="counterparty_id" label="Counterparty" change={choose} />
          <FormInput of={form} name="lent_usd_max" label="Lent at most, USD" />
          <FormInput of={form} name="uncovered_usd_max" label="Uncovered at most, USD" />
          <FormInput of={form} name="shock" label="Shock" />
          <FormInput
            of={form}
            name="on_breach"
            label="An order above a limit"
            wordsOf={(breach) => `the limit ${breachWords(breach)}`}
          />
        </div>
        {keys.map((key, i) => (
          <AssetFields
            key={key}
            number={i + 1}
            at={inRow(form, 'assets', key)}
            remove={() => {
              form.change({ assets: keys.filter((one) => one !== key) })
            }}
          />
        ))}
      </Form>
    </details>
  )
}

function AssetFields({
  number,
  at,
  remove,
}: {
  readonly number: number
  readonly at: ReturnType<typeof inRow<CounterpartyLimits>>
  readonly remove: () => void
}) {
  return (
    <fieldset className={page['fields']}>
      <legend className="visually-hidden">Asset {number}</legend>
      <FormInput {...at('asset')} label="Asset" />
      <FormInput {...at('lent_quantity_max')} label="Lent at most, units" />
      <Button className="button" onPress={remove}>
        Remove asset {number}
      </Button>
    </fieldset>
  )
}
