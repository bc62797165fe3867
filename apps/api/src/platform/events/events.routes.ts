import { listEvents, streamEvents } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { OpenStreams } from './open-streams.ts'
import type { EventService } from './events.service.ts'

interface Options {
  readonly events: EventService
  readonly openStreams: OpenStreams
}

export const eventRoutes: FastifyPluginCallback<Options> = (app, { events, openStreams }, done) => {
  app.operation(listEvents, ({ caller, query }) => events.list(caller, query))
  app.operation(streamEvents, ({ caller, query: { after, type, moved = false }, lastEventId }) =>
    events.stream(
      caller,
      { after, lastEventId },
      { filter: (event) => type === undefined || event.type === type, withMoves: moved },
    ),
  )
  // A stream has no end of its own, and a stop waits for open responses.
  app.addHook('preClose', (closing) => {
    openStreams.stop()
    closing()
  })
  done()
}
