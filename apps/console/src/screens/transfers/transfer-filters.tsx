import { useNavigate } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { Field } from '../../figures/field.tsx'
import { useChoices } from '../../service/choices.ts'
import type { ListFilters } from './transfer-search.ts'

const organizationPrefix = 'organizations/'

/** The seven filters of the operation. A change of them is a change of the address. */
export function TransferFilters({ search }: { readonly search: ListFilters }) {
  const navigate = useNavigate()
  const { assets, custodians, organizations, statesOf } = useChoices()
  const parties = organizations.map(({ value, name }) => ({
    value: `${organizationPrefix}${value}`,
    name,
  }))
  const change = (changed: ListFilters) => {
    void navigate({ to: '/transfers', search: { ...search, ...changed } })
  }
  const choice = (
    name: Exclude<keyof ListFilters, 'orderId'>,
    label: string,
    options: typeof assets,
  ) => (
    <Choice
      label={label}
      value={search[name]}
      options={options}
      choose={(value) => {
        change({ [name]: value })
      }}
    />
  )
  return (
    <div className="filters">
      {choice('sender', 'Sender', parties)}
      {choice('receiver', 'Receiver', parties)}
      {choice('senderCustodian', 'From custodian', custodians)}
      {choice('receiverCustodian', 'To custodian', custodians)}
      {choice('status', 'Status', statesOf('transfer'))}
      {choice('token', 'Asset', assets)}
      <Field label="Order number">
        {(id) => (
          <input
            id={id}
            key={search.orderId ?? ''}
            defaultValue={search.orderId ?? ''}
            inputMode="numeric"
            pattern="[0-9]*"
            onBlur={({ target }) => {
              const number = Number(target.value)
              change({ orderId: Number.isSafeInteger(number) && number > 0 ? number : undefined })
            }}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') currentTarget.blur()
            }}
          />
        )}
      </Field>
    </div>
  )
}
