import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { AuditEntry } from '../resources/organization.ts'

export const listAuditEntries = operation({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/audit-entries',
  summary: 'List the audit trail',
  description:
    "Lists each authenticated request of the caller's organization and each change of its credentials, newest first.",
  command: ['audit', 'list'],
  group: 'audit',
  roles: ['admin', 'operator'],
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('AuditEntryList', 'audit_entries', AuditEntry),
  reasons: ['PAGE_TOKEN_INVALID'],
})
