import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import type { Pool } from 'pg'
import { probeWrites } from '../../db/pool.ts'
import { jsonType } from '../refuse.ts'

interface Options {
  /** A connection of its own: the pool may be fully in use while the database is well. */
  readonly probe: Pool
  /**
   * True after the process was told to stop: it finishes its open requests and takes no new ones.
   */
  readonly isStopping: () => boolean
}

const probeEveryMs = 1000

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests now, for which the database
 * must accept writes.
 */
export const healthPlugin = fp<Options>((app, { probe, isStopping }, done) => {
  const config = { open: true }

  app.get('/healthz', { config }, (_request, reply) => reply.type(jsonType).send('{"status":"ok"}'))

  // The database is asked at most once a second, and never twice at the same time.
  let last = { endedAtMs: -Infinity, outcome: Promise.resolve<string | undefined>(undefined) }
  const faultOfDatabase = (log: FastifyBaseLogger): Promise<string | undefined> => {
    if (performance.now() - last.endedAtMs < probeEveryMs) return last.outcome
    const current = { endedAtMs: Infinity, outcome: ask(log) }
    last = current
    void current.outcome.finally(() => {
      current.endedAtMs = performance.now()
    })
    return current.outcome
  }
  const ask = async (log: FastifyBaseLogger) => {
    try {
      const why = await probeWrites(probe)
      if (why === undefined) return undefined
      log.warn({ why }, 'the database takes no writes')
      return 'the database takes no writes'
    } catch (err) {
      log.warn({ err }, 'the database does not answer')
      return 'the database does not answer'
    }
  }

  app.get('/readyz', { config }, async (request, reply) => {
    const unready = (why: string) =>
      reply
        .code(503)
        .type(jsonType)
        .send(JSON.stringify({ status: 'unready', why }))
    if (isStopping()) return unready('stopping')
    const fault = await faultOfDatabase(request.log)
    if (fault !== undefined) return unready(fault)
    return reply.type(jsonType).send('{"status":"ok"}')
  })
  done()
})
