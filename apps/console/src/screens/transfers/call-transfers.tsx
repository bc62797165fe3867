import type { MarkToMarketRequest } from '@vadium/client'
import { useQueries } from '@tanstack/react-query'
import { Failure } from '../../figures/states.tsx'
import { transferQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { TransferRows } from './transfer-rows.tsx'

/** The transfers of a call. */
export function CallTransfers({ call }: { readonly call: MarkToMarketRequest }) {
  const client = useClient()
  const transfers = useQueries({
    queries: call.transfer_ids.map((id) => transferQuery(client, id)),
  })
  if (transfers.length === 0) return null
  const failed = transfers.find(({ isError }) => isError)
  return (
    <section>
      <h2>Its transfers</h2>
      {failed !== undefined && <Failure error={failed.error} what="a transfer" />}
      <TransferRows
        transfers={transfers.flatMap(({ data }) => (data === undefined ? [] : [data]))}
      />
    </section>
  )
}
