import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import type { PositionSearch } from './position-search.ts'
import styles from './positions.module.css'

const views: readonly { readonly name: string; readonly search: PositionSearch }[] = [
  { name: 'All', search: {} },
  { name: 'Can be called or released', search: { ready_for_m2m: true } },
  { name: 'At the margin call level', search: { margin_call_reached: true } },
  { name: 'At the liquidation level', search: { liquidation_reached: true } },
]

/** The filters of the address. A change of them is a change of the address. */
export function PositionFilters({ search }: { readonly search: PositionSearch }) {
  const navigate = useNavigate()
  const ids = useId()
  const change = (changed: PositionSearch) => {
    void navigate({ to: '/positions', search: changed })
  }
  const chosen = views.findIndex(
    ({ search: { ready_for_m2m, margin_call_reached, liquidation_reached } }) =>
      ready_for_m2m === search.ready_for_m2m &&
      margin_call_reached === search.margin_call_reached &&
      liquidation_reached === search.liquidation_reached,
  )
  const text = (name: 'asset' | 'collateral_asset', label: string) => (
    <div>
      <label htmlFor={`${ids}${name}`}>{label}</label>
      <input
        id={`${ids}${name}`}
        key={search[name] ?? ''}
        defaultValue={search[name] ?? ''}
        onBlur={({ target }) => {
          const value = target.value.trim().toUpperCase()
          if (value !== (search[name] ?? '')) {
            change({ ...search, [name]: value === '' ? undefined : value })
          }
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
      />
    </div>
  )
  return (
    <form
      className={styles['filters']}
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      <div>
        <label htmlFor={`${ids}view`}>Show</label>
        <select
          id={`${ids}view`}
          value={chosen}
          onChange={({ target }) => {
            const { asset, collateral_asset, counterparty_id, order_by, status } = search
            const kept = { asset, collateral_asset, counterparty_id, order_by, status }
            change({ ...kept, ...views[Number(target.value)]?.search })
          }}
        >
          {views.map(({ name }, i) => (
            <option key={name} value={i}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${ids}order`}>Order</label>
        <select
          id={`${ids}order`}
          value={search.order_by ?? 'coverage'}
          onChange={({ target }) => {
            const isNewest = target.value === 'create_time'
            change({ ...search, order_by: isNewest ? 'create_time' : undefined })
          }}
        >
          <option value="coverage">Worst first</option>
          <option value="create_time">Newest first</option>
        </select>
      </div>
      {text('asset', 'Asset lent')}
      {text('collateral_asset', 'Collateral')}
    </form>
  )
}
