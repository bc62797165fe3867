import {
  acceptAgreement,
  amendAgreement,
  createAgreement,
  getAgreement,
  listAgreements,
  proposeTerms,
  withdrawTerms,
} from '@vadium/schema'
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
  app.operation(createAgreement, ({ tx, body, receivedTime }) =>
    agreements.create(tx, body, receivedTime),
  )
  app.operation(amendAgreement, ({ tx, params, body, receivedTime }) =>
    agreements.amend(tx, params.agreement_id, body, receivedTime),
  )
  app.operation(acceptAgreement, ({ tx, params, body }) =>
    agreements.accept(tx, params.agreement_id, body),
  )
  app.operation(proposeTerms, ({ tx, params, body, receivedTime }) =>
    agreements.proposeTerms(tx, params.agreement_id, body, receivedTime),
  )
  app.operation(withdrawTerms, ({ tx, params, body }) =>
    agreements.withdrawTerms(tx, params.agreement_id, body),
  )
  app.operation(getAgreement, ({ caller, params }) => agreements.get(caller, params.agreement_id))
  app.operation(listAgreements, ({ caller, query }) =>
    lists.answer(listAgreements, caller, query, 'agreements', (after, pageSize) =>
      agreements.page(caller, { after, pageSize }),
    ),
  )
  done()
}
