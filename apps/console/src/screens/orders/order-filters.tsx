import { useNavigate } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { useChoices } from '../../service/choices.ts'
import type { TableSearch } from '../../table/table-search.ts'
import type { OrderSearch } from './order-search.ts'

/** The filters of the operation. A change of them is a change of the address. */
export function OrderFilters({ search }: { readonly search: OrderSearch }) {
  const navigate = useNavigate()
  const { assets, counterparties, statesOf } = useChoices()
  const choice = (
    name: Exclude<keyof OrderSearch, keyof TableSearch>,
    label: string,
    options: typeof assets,
  ) => (
    <Choice
      label={label}
      value={search[name]}
      options={options}
      choose={(value) => {
        void navigate({ to: '/orders', search: { ...search, [name]: value } })
      }}
    />
  )
  return (
    <div className="filters">
      {choice('status', 'Status', statesOf('order'))}
      {choice('counterparty_id', 'Counterparty', counterparties)}
      {choice('asset', 'Asset lent', assets)}
      {choice('collateral_asset', 'Collateral', assets)}
    </div>
  )
}
