import { listMutedCounterparties, muteCounterparty, unmuteCounterparty } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { CounterpartyMuteService } from './counterparty-mute.service.ts'

interface Options {
  readonly counterpartyMutes: CounterpartyMuteService
  readonly lists: Lists
}

export const counterpartyMuteRoutes: FastifyPluginCallback<Options> = (
  app,
  { counterpartyMutes, lists },
  done,
) => {
  app.operation(muteCounterparty, ({ tx, params }) =>
    counterpartyMutes.mute(tx, params.counterparty_id),
  )
  app.operation(unmuteCounterparty, ({ tx, params }) =>
    counterpartyMutes.unmute(tx, params.counterparty_id),
  )
  app.operation(listMutedCounterparties, ({ caller, query }) =>
    lists.answer(listMutedCounterparties, caller, query, 'mutes', (after, pageSize) =>
      counterpartyMutes.page(caller, { after, pageSize }),
    ),
  )
  done()
}
