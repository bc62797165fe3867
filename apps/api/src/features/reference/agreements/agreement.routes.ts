import { amendAgreement, createAgreement, getAgreement, listAgreements } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { AgreementService } from './agreement.service.ts'

interface Options {
  readonly agreements: AgreementService
  readonly lists: Lists
}

export const agreementRoutes: FastifyPluginCallback<Options> = (
  app,
  { agreements, lists },
  done,
) => {
  app.operation(createAgreement, ({ tx, body }) => agreements.create(tx, body))
  app.operation(amendAgreement, ({ tx, params, body }) =>
    agreements.amend(tx, params.agreement_id, body),
  )
  app.operation(getAgreement, ({ asker, params }) => agreements.get(asker, params.agreement_id))
  app.operation(listAgreements, ({ asker, query }) =>
    lists.answer(listAgreements, asker, query, 'agreements', (after, pageSize) =>
      agreements.page(asker, { after, pageSize }),
    ),
  )
  done()
}
