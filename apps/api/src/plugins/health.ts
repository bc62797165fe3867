import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import type { Pool } from 'pg'
import { jsonType } from '../edge/refuse.ts'

interface Options {
  readonly pool: Pool
  /** True once the process has been told to stop: it finishes what it has and asks for no more. */
  readonly isStopping: () => boolean
}

const probeEveryMs = 1000

/** `/healthz`: this process lives. `/readyz`: it can do work now, which needs the database. */
export const healthPlugin = fp<Options>((app, { pool, isStopping }, done) => {
  const config = { open: true }

  app.get('/healthz', { config }, (_request, reply) => reply.type(jsonType).send('{"status":"ok"}'))

  // However often it is asked, the database is asked once at a time and once a second.
  let probe = { begunAtMs: -Infinity, outcome: Promise.resolve(true) }
  const databaseAnswers = (log: FastifyBaseLogger): Promise<boolean> => {
    const nowMs = performance.now()
    if (nowMs - probe.begunAtMs < probeEveryMs) return probe.outcome
    const outcome = pool.query('SELECT 1').then(
      () => true,
      (err: unknown) => {
        log.warn({ err }, 'the database does not answer')
        return false
      },
    )
    probe = { begunAtMs: nowMs, outcome }
    return outcome
  }

  app.get('/readyz', { config }, async (request, reply) => {
    const unready = (why: string) =>
      reply
        .code(503)
        .type(jsonType)
        .send(JSON.stringify({ status: 'unready', why }))
    if (isStopping()) return unready('stopping')
    if (!(await databaseAnswers(request.log))) return unready('the database does not answer')
    return reply.type(jsonType).send('{"status":"ok"}')
  })
  done()
})
