import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import type { Pool } from 'pg'
import { probeWrites } from '../../db/pool.ts'
import { jsonType } from '../refuse.ts'

interface Options {
  /** A connection of its own: the others may all be busy while the database is well. */
  readonly probe: Pool
  /** True once the process has been told to stop: it finishes what it has and asks for no more. */
  readonly isStopping: () => boolean
}

const probeEveryMs = 1000

/** `/healthz`: this process lives. `/readyz`: it can do work now, which needs a database that takes writes. */
export const healthPlugin = fp<Options>((app, { probe, isStopping }, done) => {
  const config = { open: true }

  app.get('/healthz', { config }, (_request, reply) => reply.type(jsonType).send('{"status":"ok"}'))

  // However often it is asked, the database is asked once at a time and once a second.
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
