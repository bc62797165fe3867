import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { Agreement, ProposedMarginTerms, TermsVersion } from '../resources/agreement.ts'
import { calendarsOfTermsMax, PinnedCalendar } from '../resources/calendar.ts'
import { Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object(
  { agreement_id: described(Uuid, 'The id of the agreement.') },
  { additionalProperties: false },
)
const everyone = ['viewer', 'execution', 'admin', 'operator'] as const
const effective = Type.Optional(
  described(
    Timestamp,
    'The earliest time at which the terms take effect. Not in the past. Default: now.',
  ),
)
const expire = Type.Optional(
  described(
    Timestamp,
    'When the version expires, unless both sides have accepted it before. Later than now. Default: 14 days from now.',
  ),
)

const seenCalendars = Type.Optional(
  Type.Array(PinnedCalendar, {
    maxItems: calendarsOfTermsMax,
    description:
      'The versions of the calendars of `terms` that you have seen. Refused if another is the newest by now, also if it was set while the request awaited approval. Of a calendar that is left out, any version is pinned that was there when the request was received.',
  }),
)

const effectiveOfSide = Type.Optional(
  described(
    Timestamp,
    'The earliest time at which the terms take effect. Not in the past, and within 365 days. Default: now.',
  ),
)
const expireOfSide = Type.Optional(
  described(
    Timestamp,
    'When the version expires, unless both sides have accepted it before. Later than now, and within 90 days. Default: 14 days from now.',
  ),
)

export const createAgreement = operation({
  id: 'createAgreement',
  method: 'POST',
  path: '/agreements',
  summary: 'Create an agreement',
  description:
    'Proposes the margin terms between one lender and one borrower. They take effect when the admins of both have accepted them.',
  command: ['agreements', 'create'],
  group: 'agreements',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      lender_id: described(Uuid, 'The organization that lends.'),
      borrower_id: described(Uuid, 'The organization that borrows.'),
      terms: ProposedMarginTerms,
      calendar_versions: seenCalendars,
      effective_time: effective,
      expire_time: expire,
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
  description:
    'Proposes a new version. It takes effect when the admins of both sides have accepted it; until then the version before it stays in effect. A proposal that awaits acceptance expires at once. Accepted orders keep the terms that they copied.',
  command: ['agreements', 'amend'],
  group: 'agreements',
  roles: ['operator'],
  safe: false,
  params,
  body: Type.Object(
    {
      terms: ProposedMarginTerms,
      calendar_versions: seenCalendars,
      effective_time: effective,
      expire_time: expire,
    },
    { title: 'AmendAgreement', additionalProperties: false },
  ),
  response: Agreement,
  reasons: ['AGREEMENT_NOT_FOUND', 'REFERENCE_UNKNOWN', 'VALUE_INVALID', 'INVALID_STATE'],
})

export const proposeTerms = operation({
  id: 'proposeTerms',
  method: 'POST',
  path: '/agreements/{agreement_id}:propose',
  summary: 'Propose terms to the counterparty',
  description:
    "Proposes a new version for the caller's side, and accepts it for that side. It takes effect when the other side has accepted it; until then the version before it stays in effect. A proposal of either side that awaits acceptance expires at once; one of the operator is never replaced. Deals that exist keep their terms. Rules of approval for `acceptAgreement` apply to it too.",
  command: ['agreements', 'propose'],
  group: 'agreements',
  roles: ['admin'],
  safe: false,
  params,
  body: Type.Object(
    {
      version: described(
        TermsVersion,
        'The number that the new version gets: one more than the newest. If another version was proposed meanwhile, the request is refused.',
        3,
      ),
      terms: ProposedMarginTerms,
      calendar_versions: seenCalendars,
      effective_time: effectiveOfSide,
      expire_time: expireOfSide,
    },
    { title: 'ProposeTerms', additionalProperties: false },
  ),
  response: Agreement,
  reasons: [
    'AGREEMENT_NOT_FOUND',
    'REFERENCE_UNKNOWN',
    'VALUE_INVALID',
    'INVALID_STATE',
    'MUTED_BY_COUNTERPARTY',
    'COUNTERPARTY_LIMITED',
  ],
})

export const withdrawTerms = operation({
  id: 'withdrawTerms',
  method: 'POST',
  path: '/agreements/{agreement_id}:withdraw',
  summary: 'Withdraw proposed terms',
  description:
    "Withdraws a version that the caller's side proposed, before the other side has accepted it. It expires at once.",
  command: ['agreements', 'withdraw'],
  group: 'agreements',
  roles: ['admin'],
  safe: false,
  params,
  body: Type.Object(
    {
      version: described(TermsVersion, 'The number of the version that is withdrawn.', 3),
    },
    { title: 'WithdrawTerms', additionalProperties: false },
  ),
  response: Agreement,
  reasons: ['AGREEMENT_NOT_FOUND', 'REFERENCE_UNKNOWN', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const acceptAgreement = operation({
  id: 'acceptAgreement',
  method: 'POST',
  path: '/agreements/{agreement_id}:accept',
  summary: 'Accept a version of an agreement',
  description:
    "Accepts a proposed version for the caller's side. When both sides have accepted it, it is in effect from its effective time, or from now if that is later.",
  command: ['agreements', 'accept'],
  group: 'agreements',
  roles: ['admin'],
  safe: false,
  params,
  body: Type.Object(
    {
      version: described(TermsVersion, 'The number of the version whose terms are accepted.', 2),
    },
    { title: 'AcceptAgreement', additionalProperties: false },
  ),
  response: Agreement,
  reasons: ['AGREEMENT_NOT_FOUND', 'REFERENCE_UNKNOWN', 'INVALID_STATE'],
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
