import { getToday } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { TodayService } from './today.service.ts'

interface Options {
  readonly today: TodayService
}

export const todayRoutes: FastifyPluginCallback<Options> = (app, { today }, done) => {
  app.operation(getToday, ({ caller, query }) => today.get(caller, query))
  done()
}
