import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { Button } from 'react-aria-components'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { transferPagesQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { TransferRows } from './transfer-rows.tsx'
import { transferFilters, type TransferSearch } from './transfer-search.ts'
import styles from './transfers.module.css'

/** The transfers that match the address. Its query is that of the operation. */
export function Transfers() {
  const search = useSearch({ from: '/transfers' })
  const pages = useInfiniteQuery(transferPagesQuery(useClient(), { ...search, page_size: 100 }))
  const transfers = pages.data?.pages.flatMap((page) => page.transfers) ?? []
  return (
    <section className={styles['screen']}>
      <h1>Transfers</h1>
      <Filters search={search} />
      {pages.isError && (
        <Failure error={pages.error} what="the transfers" again={() => void pages.refetch()} />
      )}
      {pages.isPending && <Loading what="transfers" />}
      {pages.isSuccess && transfers.length === 0 && (
        <Empty>No transfer matches these filters.</Empty>
      )}
      {transfers.length > 0 && <TransferRows transfers={transfers} />}
      {pages.hasNextPage && (
        <Button
          className="button"
          isDisabled={pages.isFetchingNextPage}
          onPress={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? 'Reading …' : 'Older transfers'}
        </Button>
      )}
    </section>
  )
}

const filterNames = {
  sender: 'Sender, organizations/…',
  receiver: 'Receiver, organizations/…',
  senderCustodian: 'Custodian of the sender',
  receiverCustodian: 'Custodian of the receiver',
  status: 'Status',
  token: 'Asset',
} as const

function Filters({ search }: { readonly search: TransferSearch }) {
  const navigate = useNavigate()
  const ids = useId()
  const change = (name: keyof TransferSearch, text: string) => {
    const value = text.trim()
    const given = value === '' ? undefined : name === 'orderId' ? Number(value) : value
    if (given !== search[name]) void navigate({ to: '/transfers', search: { ...search, [name]: given } })
  }
  const field = (name: keyof TransferSearch, label: string) => (
    <div key={name} className={styles['field']}>
      <label htmlFor={`${ids}${name}`}>{label}</label>
      <input
        id={`${ids}${name}`}
        key={search[name] ?? ''}
        defaultValue={search[name] ?? ''}
        inputMode={name === 'orderId' ? 'numeric' : 'text'}
        onBlur={({ target }) => {
          change(name, target.value)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
      />
    </div>
  )
  return (
    <div className={styles['filters']}>
      {transferFilters.map((name) => field(name, filterNames[name]))}
      {field('orderId', 'Order number')}
    </div>
  )
}
