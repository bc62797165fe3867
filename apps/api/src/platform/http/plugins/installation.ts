import { getInstallation } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import { jsonType } from '../refuse.ts'

interface Options {
  readonly installationId: string
}

/**
 * `/installation` is public: a person without a credential signs its id in order to have a key
 * enrolled.
 */
export const installationPlugin: FastifyPluginCallback<Options> = (
  app,
  { installationId },
  done,
) => {
  const text = JSON.stringify({ installation_id: installationId })
  const config = { open: true }
  app.get(getInstallation.path, { config }, (_request, reply) => reply.type(jsonType).send(text))
  done()
}
