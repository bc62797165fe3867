import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { AuditEntry } from '../resources/organization.ts'
import { Timestamp, Uuid } from '../scalars.ts'

const filters = {
  credential_id: Type.Optional(described(Uuid, 'Only what this credential did.')),
  event: Type.Optional(
    identifier('Only this operation, or this change of a credential.', 100, 'acceptOrder'),
  ),
  outcome: Type.Optional(
    identifier('Only `ok`, only one reason of a refusal, or `refused` for all of them.', 100, 'ok'),
  ),
  subject_id: Type.Optional(described(Uuid, 'Only entries with this subject.')),
  request_id: Type.Optional(described(Uuid, 'Only the entries of this request.')),
  reads: Type.Optional(
    Type.Boolean({
      description: 'Only requests that changed nothing and were not refused, or only the others.',
    }),
  ),
  from: Type.Optional(described(Timestamp, 'Only entries of this time or later.')),
  to: Type.Optional(described(Timestamp, 'Only entries before this time.')),
}

export const listAuditEntries = operation({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/audit-entries',
  summary: 'List the audit trail',
  description:
    "Lists each authenticated request of the caller's organization and each change of its credentials, newest first. An entry must match all given filters. A page looks at a limited number of entries, so it may have fewer than requested, or none, and still be followed by another.",
  command: ['audit', 'list'],
  group: 'audit',
  roles: ['admin', 'operator'],
  safe: true,
  query: Type.Object({ ...filters, ...pageParameters }, { additionalProperties: false }),
  response: pageOf('AuditEntryList', 'audit_entries', AuditEntry),
  reasons: ['PAGE_TOKEN_INVALID', 'VALUE_INVALID'],
})
