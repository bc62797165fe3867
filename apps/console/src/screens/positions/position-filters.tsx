import { useNavigate } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { useChoices } from '../../service/choices.ts'
import type { PositionSearch } from './position-search.ts'

/** Filters that depend on prices. At most one of them is chosen here. */
const flags = {
  ready_for_m2m: 'can be called or released',
  margin_call_reached: 'at the margin call level',
  liquidation_reached: 'at the liquidation level',
} as const

type Flag = keyof typeof flags
const flagNames = Object.keys(flags).filter((name): name is Flag => Object.hasOwn(flags, name))

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
        value={flagNames.find((name) => search[name] === true)}
        options={flagNames.map((name) => ({ value: name, name: flags[name] }))}
        choose={(flag) => {
          change(
            Object.fromEntries(flagNames.map((name) => [name, name === flag ? true : undefined])),
          )
        }}
      />
      <Choice
        label="Order"
        any="worst first"
        value={search.order_by === 'create_time' ? 'create_time' : undefined}
        options={[{ value: 'create_time', name: 'newest first' }]}
        choose={(order) => {
          change({ order_by: order === undefined ? undefined : 'create_time' })
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
