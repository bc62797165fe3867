import type { FastifyPluginCallback } from 'fastify'
import { jsonType, refuse } from '../../platform/http/refuse.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CallbackService } from './callback.service.ts'

interface Options {
  readonly callbacks: CallbackService
  readonly limits: RateLimits
}

/**
 * `POST /custodian-callbacks/{custodian}`. Each custodian signs in its own way, so this is not an
 * operation. Callbacks that are not authentic count against the rate limit of their address.
 */
export const callbackRoutes: FastifyPluginCallback<Options> = (
  app,
  { callbacks, limits },
  done,
) => {
  app.post<{ Params: { custodian: string } }>(
    '/custodian-callbacks/:custodian',
    async (request, reply) => {
      const { ip } = request
      const call = {
        custodianId: request.params.custodian,
        headers: request.headers,
        body: request.body instanceof Buffer ? request.body : Buffer.alloc(0),
      }
      const refusal = await callbacks.take(call).catch(async (error: unknown) => {
        // A request that fails here counts against the limit, too.
        await limits.countAddress(ip)
        throw error
      })
      if (refusal === undefined) return reply.type(jsonType).send('{"status":"accepted"}')
      request.rateLimit = await limits.countAddress(ip)
      const limited = request.rateLimit.exceeded
      return refuse(request, reply, limited ? new Refusal('RATE_LIMITED') : refusal)
    },
  )
  done()
}
