import { cancelTransfer, getTransfer, headerNames, listTransfers } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import { JsonText } from '../../../platform/json-text.ts'
import { nextLink } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TransferCancellation } from './transfer-cancellation.service.ts'
import type { TransferService } from './transfers.service.ts'

interface Options {
  readonly transfers: TransferService
  readonly transferCancellation: TransferCancellation
  readonly basePath: string
}

export const transferRoutes: FastifyPluginCallback<Options> = (
  app,
  { transfers, transferCancellation, basePath },
  done,
) => {
  app.operation(listTransfers, async ({ caller, query }) => {
    const page = await transfers.list(caller, query)
    if (page instanceof Refusal) return page
    const items = `{"transfers":[${page.documents}]`
    if (page.nextPageToken === undefined) return new JsonText(`${items}}`)
    return new JsonText(`${items},"next_page_token":${JSON.stringify(page.nextPageToken)}}`, {
      [headerNames.link]: nextLink(`${basePath}${listTransfers.path}`, query, page.nextPageToken),
    })
  })
  app.operation(getTransfer, async ({ caller, params }) => {
    const document = await transfers.get(caller, params.transfer_id)
    return document instanceof Refusal ? document : new JsonText(document)
  })
  app.operation(cancelTransfer, async ({ tx, params }) => {
    const document = await transferCancellation.request(tx, params.transfer_id)
    return document instanceof Refusal ? document : new JsonText(document)
  })
  done()
}
