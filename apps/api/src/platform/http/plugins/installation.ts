import { getInstallation } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import { jsonType } from '../refuse.ts'

interface Options {
  readonly installationId: string
}

/** `/installation`: open to anyone, because who has no credential yet signs it to have a key enrolled. */
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
