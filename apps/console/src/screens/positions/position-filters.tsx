import { useNavigate } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { useChoices } from '../../service/choices.ts'
import type { PositionSearch } from './position-search.ts'

const none = {
  ready_for_m2m: undefined,
  m2m_direction: undefined,
  margin_call_reached: undefined,
  liquidation_reached: undefined,
} as const

/** Filters that depend on prices. At most one of these is chosen here. */
const shown = [
  ['can be called', { ready_for_m2m: true, m2m_direction: 'TopUp' }],
  ['can be released', { ready_for_m2m: true, m2m_direction: 'Release' }],
  ['can be called or released', { ready_for_m2m: true }],
  ['at the margin call level', { margin_call_reached: true }],
  ['at the liquidation level', { liquidation_reached: true }],
] as const satisfies readonly (readonly [name: string, filter: PositionSearch])[]

const members = Object.keys(none).filter((name): name is keyof typeof none =>
  Object.hasOwn(none, name),
)

function isChosen(search: PositionSearch, filter: PositionSearch): boolean {
  return members.every((name) => search[name] === filter[name])
}

/** The filters of the address. A change of them is a change of the address. */
export function PositionFilters({ search }: { readonly search: PositionSearch }) {
  const navigate = useNavigate()
  const { assets, counterparties, statesOf } = useChoices()
  const change = (changed: PositionSearch) => {
    void navigate({ to: '/positions', search: { ...search, ...changed } })
  }
  return (
    <div className="filters">
      <Choice
        label="Show"
        any="all"
        value={shown.find(([, filter]) => isChosen(search, filter))?.[0]}
        options={shown.map(([name]) => ({ value: name, name }))}
        choose={(chosen) => {
          change({ ...none, ...shown.find(([name]) => name === chosen)?.[1] })
        }}
      />
      <Choice
        label="Counterparty"
        value={search.counterparty_id}
        options={counterparties}
        choose={(counterparty_id) => {
          change({ counterparty_id })
        }}
      />
      <Choice
        label="Asset lent"
        value={search.asset}
        options={assets}
        choose={(asset) => {
          change({ asset })
        }}
      />
      <Choice
        label="Collateral"
        value={search.collateral_asset}
        options={assets}
        choose={(collateral_asset) => {
          change({ collateral_asset })
        }}
      />
      <Choice
        label="Status"
        value={search.status}
        options={statesOf('position')}
        choose={(status) => {
          change({ status })
        }}
      />
    </div>
  )
}
