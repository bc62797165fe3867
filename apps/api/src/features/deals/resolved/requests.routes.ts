import { previewRequest } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { RequestPreviews } from './request-previews.ts'

interface Options {
  readonly requestPreviews: RequestPreviews
}

export const requestRoutes: FastifyPluginCallback<Options> = (app, { requestPreviews }, done) => {
  app.operation(previewRequest, ({ caller, body }) => requestPreviews.preview(caller, body))
  done()
}
