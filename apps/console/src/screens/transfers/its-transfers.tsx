import { useQueries } from '@tanstack/react-query'
import { Read } from '../../figures/read.tsx'
import { transferQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { TransferRows } from './transfer-rows.tsx'

/** The transfers of a call or of an order request. */
export function ItsTransfers({ ids }: { readonly ids: readonly string[] }) {
  const client = useClient()
  const transfers = useQueries({ queries: ids.map((id) => transferQuery(client, id)) })
  if (ids.length === 0) return null
  const failed = transfers.find(({ isLoadingError }) => isLoadingError)
  return (
    <section>
      <h2>Its transfers</h2>
      {failed !== undefined && (
        <Read of={failed} what="a transfer">
          {() => null}
        </Read>
      )}
      <TransferRows
        transfers={transfers.flatMap(({ data }) => (data === undefined ? [] : [data]))}
      />
    </section>
  )
}
