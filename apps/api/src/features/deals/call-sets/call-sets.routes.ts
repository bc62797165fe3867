import {
  acceptCallSet,
  createCallSet,
  getCallSet,
  listCallSets,
  previewCallSet,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { CallSetPreviewService } from './call-set-preview.service.ts'
import type { CallSetService } from './call-sets.service.ts'

interface Options {
  readonly lists: Lists
  readonly callSets: CallSetService
  readonly callSetPreviews: CallSetPreviewService
}

export const callSetRoutes: FastifyPluginCallback<Options> = (app, options, done) => {
  const { lists, callSets, callSetPreviews: previews } = options

  app.operation(previewCallSet, ({ caller, params, body }) =>
    previews.preview(caller, params.agreement_id, body),
  )
  app.operation(createCallSet, ({ caller, tx, body }) => callSets.create(tx, caller, body))
  app.operation(listCallSets, ({ caller, query }) =>
    lists.answer(listCallSets, caller, query, 'call_sets', callSets.reader(caller, query)),
  )
  app.operation(getCallSet, ({ caller, params }) => callSets.get(caller, params.call_set_id))
  app.operation(acceptCallSet, ({ caller, tx, params, body }) =>
    callSets.accept(tx, caller, params.call_set_id, body),
  )
  done()
}
