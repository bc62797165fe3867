import { getInstallation } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import { servePublic } from '../public-route.ts'
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
  servePublic(app, getInstallation.path, (_request, reply) => reply.type(jsonType).send(text))
  done()
}
