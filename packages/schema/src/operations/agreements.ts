import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { Agreement, MarginTerms } from '../resources/agreement.ts'
import { Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object(
  { agreement_id: described(Uuid, 'The id of the agreement.') },
  { additionalProperties: false },
)
const everyone = ['viewer', 'execution', 'admin', 'operator'] as const
const effective = Type.Optional(
  described(Timestamp, 'When the terms take effect. Not in the past. Default: now.'),
)

export const createAgreement = operation({
  id: 'createAgreement',
  method: 'POST',
  path: '/agreements',
  summary: 'Create an agreement',
  description: 'Records the margin terms that one lender and one borrower have agreed on.',
  command: ['agreements', 'create'],
  group: 'agreements',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      lender_id: described(Uuid, 'The organization that lends.'),
      borrower_id: described(Uuid, 'The organization that borrows.'),
      terms: MarginTerms,
      effective_time: effective,
    },
    { title: 'CreateAgreement', additionalProperties: false },
  ),
  response: Agreement,
  reasons: ['ALREADY_EXISTS', 'REFERENCE_UNKNOWN', 'VALUE_INVALID'],
})

export const amendAgreement = operation({
  id: 'amendAgreement',
  method: 'POST',
  path: '/agreements/{agreement_id}:amend',
  summary: 'Amend an agreement',
  description: 'Adds a version. Accepted orders keep the terms that they copied.',
  command: ['agreements', 'amend'],
  group: 'agreements',
  roles: ['operator'],
  safe: false,
  params,
  body: Type.Object(
    { terms: MarginTerms, effective_time: effective },
    { title: 'AmendAgreement', additionalProperties: false },
  ),
  response: Agreement,
  reasons: ['AGREEMENT_NOT_FOUND', 'VALUE_INVALID', 'INVALID_STATE'],
})

export const getAgreement = operation({
  id: 'getAgreement',
  method: 'GET',
  path: '/agreements/{agreement_id}',
  summary: 'Get an agreement',
  description: 'Returns one agreement with all its versions.',
  command: ['agreements', 'get'],
  group: 'agreements',
  roles: everyone,
  safe: true,
  params,
  response: Agreement,
  reasons: ['AGREEMENT_NOT_FOUND'],
})

export const listAgreements = operation({
  id: 'listAgreements',
  method: 'GET',
  path: '/agreements',
  summary: 'List agreements',
  description:
    "Lists the agreements of the caller's organization. The operator sees all agreements.",
  command: ['agreements', 'list'],
  group: 'agreements',
  roles: everyone,
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('AgreementList', 'agreements', Agreement),
  reasons: ['PAGE_TOKEN_INVALID'],
})
