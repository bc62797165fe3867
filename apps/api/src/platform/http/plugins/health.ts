import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import type { Pool } from 'pg'
import { type PeopleNeeded, readPeopleNeeded } from '../../db/people-needed.ts'
import type { Clock } from '../../clock.ts'
import { probeWrites } from '../../db/pool.ts'
import { servePublic } from '../public-route.ts'
import { jsonType } from '../refuse.ts'
import type { KnownSince } from '../../signing/known-since.ts'

interface Options {
  readonly clock: Clock
  readonly signaturesKnown: KnownSince
  /** A connection of its own: the pool may be fully in use while the database is well. */
  readonly probe: Pool
  /**
   * True after the process has received the signal to stop: it finishes its open requests and takes
   * no new ones.
   */
  readonly isStopping: () => boolean
}

const probeEveryMs = 1000

/** The body of `/healthz`. */
export const aliveText = '{"status":"ok"}'

/** The body of `/readyz` while the process cannot serve requests. */
export const unreadyText = (why: string) => JSON.stringify({ status: 'unready', why })

/** What the database says, or why the process cannot work. */
type Probed = { readonly fault: string } | { readonly peopleNeeded: PeopleNeeded }

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests now, for which the database
 * must accept writes, and reads must not be refused any more because the process has just started,
 * or because the clock was set back. It shows whether one person suffices for every act.
 */
export const healthPlugin = fp<Options>((app, options, done) => {
  const { clock, probe, isStopping, signaturesKnown } = options
  servePublic(app, '/healthz', (_request, reply) => reply.type(jsonType).send(aliveText))

  // The database is asked at most once a second, and never twice at the same time.
  let last = { endedAtMs: -Infinity, outcome: Promise.resolve<Probed>({ fault: 'starting' }) }
  const probeDatabase = (log: FastifyBaseLogger): Promise<Probed> => {
    if (performance.now() - last.endedAtMs < probeEveryMs) return last.outcome
    const current = { endedAtMs: Infinity, outcome: ask(log) }
    last = current
    void current.outcome.finally(() => {
      current.endedAtMs = performance.now()
    })
    return current.outcome
  }
  const ask = async (log: FastifyBaseLogger): Promise<Probed> => {
    try {
      const why = await probeWrites(probe)
      if (why === undefined) return { peopleNeeded: await readPeopleNeeded(probe) }
      log.warn({ why }, 'the database takes no writes')
      return { fault: 'the database takes no writes' }
    } catch (err) {
      log.warn({ err }, 'the database does not answer')
      return { fault: 'the database does not answer' }
    }
  }

  servePublic(app, '/readyz', async (request, reply) => {
    const unready = (why: string) => reply.code(503).type(jsonType).send(unreadyText(why))
    if (isStopping()) return unready('stopping')
    const why = signaturesKnown.whyUnready(clock.now())
    if (why !== undefined) return unready(why)
    const probed = await probeDatabase(request.log)
    if ('fault' in probed) return unready(probed.fault)
    const ready = { status: 'ok', people_needed: probed.peopleNeeded }
    return reply.type(jsonType).send(JSON.stringify(ready))
  })
  done()
})
