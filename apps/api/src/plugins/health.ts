import fp from 'fastify-plugin'
import type { Pool } from 'pg'
import { jsonType } from '../edge/refuse.ts'

interface Options {
  readonly pool: Pool
  /** True once the process has been told to stop: it finishes what it has and asks for no more. */
  readonly isStopping: () => boolean
}

/** `/healthz`: this process lives. `/readyz`: it can do work now, which needs the database. */
export const healthPlugin = fp<Options>((app, { pool, isStopping }) => {
  const config = { open: true }

  app.get('/healthz', { config }, (_request, reply) => reply.type(jsonType).send('{"status":"ok"}'))

  app.get('/readyz', { config }, async (request, reply) => {
    const unready = (why: string) =>
      reply
        .code(503)
        .type(jsonType)
        .send(JSON.stringify({ status: 'unready', why }))
    if (isStopping()) return unready('stopping')
    try {
      await pool.query('SELECT 1')
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      return unready('the database does not answer')
    }
    return reply.type(jsonType).send('{"status":"ok"}')
  })
})
