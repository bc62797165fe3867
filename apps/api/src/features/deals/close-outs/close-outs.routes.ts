import {
  createCloseOut,
  dischargeCloseOut,
  getCloseOut,
  listCloseOuts,
  previewCloseOut,
  receiveCloseOut,
  retryCloseOut,
  terminateCloseOut,
  withdrawCloseOut,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { CloseOutPreviewService } from './close-out-preview.service.ts'
import type { CloseOutListing } from './close-out-listing.ts'
import type { CloseOutService } from './close-outs.service.ts'

interface Options {
  readonly lists: Lists
  readonly closeOuts: CloseOutService
  readonly closeOutListing: CloseOutListing
  readonly closeOutPreviews: CloseOutPreviewService
}

export const closeOutRoutes: FastifyPluginCallback<Options> = (app, options, done) => {
  const { lists, closeOuts, closeOutListing: listing, closeOutPreviews: previews } = options

  app.operation(previewCloseOut, ({ caller, body }) => previews.preview(caller, body))
  app.operation(createCloseOut, ({ caller, tx, body }) => closeOuts.create(tx, caller, body))
  app.operation(listCloseOuts, ({ caller, query }) =>
    lists.answer(listCloseOuts, caller, query, 'close_outs', listing.reader(caller, query)),
  )
  app.operation(getCloseOut, ({ caller, params }) => listing.get(caller, params.close_out_id))
  app.operation(withdrawCloseOut, ({ caller, tx, params }) =>
    closeOuts.withdraw(tx, caller, params.close_out_id),
  )
  app.operation(terminateCloseOut, ({ caller, tx, params }) =>
    closeOuts.terminate(tx, caller, params.close_out_id),
  )
  app.operation(retryCloseOut, ({ caller, tx, params }) =>
    closeOuts.retry(tx, caller, params.close_out_id),
  )
  app.operation(receiveCloseOut, ({ caller, tx, params }) =>
    closeOuts.receive(tx, caller, params.close_out_id),
  )
  app.operation(dischargeCloseOut, ({ caller, tx, params }) =>
    closeOuts.discharge(tx, caller, params.close_out_id),
  )
  done()
}
