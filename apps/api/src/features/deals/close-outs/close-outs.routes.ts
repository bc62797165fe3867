import { previewCloseOut } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { CloseOutPreviewService } from './close-out-preview.service.ts'

interface Options {
  readonly closeOutPreviews: CloseOutPreviewService
}

export const closeOutRoutes: FastifyPluginCallback<Options> = (app, options, done) => {
  app.operation(previewCloseOut, ({ caller, body }) =>
    options.closeOutPreviews.preview(caller, body),
  )
  done()
}
