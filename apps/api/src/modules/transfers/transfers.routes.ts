import { headerNames, listTransfers, type TransferFilter } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import { JsonText } from '../../edge/json-text.ts'
import { Refusal } from '../../refusal.ts'
import type { TransferService } from './transfers.service.ts'

interface Options {
  readonly transfers: TransferService
  readonly basePath: string
}

export const transferRoutes: FastifyPluginCallback<Options> = (
  app,
  { transfers, basePath },
  done,
) => {
  app.operation(listTransfers, async ({ asker, query }) => {
    const page = await transfers.list(asker, query)
    if (page instanceof Refusal) return page
    const items = `{"transfers":[${page.documents}]`
    if (page.nextPageToken === undefined) return new JsonText(`${items}}`)
    return new JsonText(`${items},"next_page_token":${JSON.stringify(page.nextPageToken)}}`, {
      [headerNames.link]: nextLink(basePath, query, page.nextPageToken),
    })
  })
  done()
}

/** The next page, as a link. Written anew from what was understood: nothing sent is copied into a header. */
function nextLink(basePath: string, filter: TransferFilter, pageToken: string): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filter, page_token: pageToken })) {
    parameters.set(name, String(value))
  }
  return `<${basePath}${listTransfers.path}?${parameters.toString()}>; rel="next"`
}
