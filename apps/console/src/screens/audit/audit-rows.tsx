import type { AuditEntry } from '@vadium/client'
import { Link, useSearch } from '@tanstack/react-router'
import { Badge } from '../../figures/badge.tsx'
import { Instant } from '../../figures/time.tsx'
import { credentialNamesQuery } from '../../service/credential-queries.ts'
import { useAccountName, useCaller } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import type { Column } from '../../table/column.ts'
import { operationTitle } from '../approvals/approval-rows.tsx'

const shownDigits = 8

/** What happened, in words: an operation, or a change of a credential. */
export const eventWords = (event: string): string =>
  event.includes('.') ? event.replaceAll('.', ' ') : operationTitle(event)

export function Outcome({ outcome }: { readonly outcome: string }) {
  return outcome === 'ok' ? <Badge>ok</Badge> : <Badge tone="liquidation">{outcome}</Badge>
}

/** Who did it: the name of the account of its credential, where it may be read. */
export function useActor(): (entry: Pick<AuditEntry, 'kind' | 'credential_id'>) => string {
  const credentials = useRead(credentialNamesQuery, useCaller()?.organization.id)
  const accountName = useAccountName()
  const accounts = new Map(credentials.data?.map(({ id, account_id }) => [id, account_id]))
  return ({ kind, credential_id: id }) => {
    // Only a request with the secret of an invitation is signed by nobody.
    if (id === null) return kind === 'request' ? 'the holder of a link' : 'the service'
    const account = accounts.get(id)
    return account === undefined ? id : accountName(account)
  }
}

/** The columns of audit entries. */
export function useAuditColumns(): readonly Column<AuditEntry>[] {
  const actorOf = useActor()
  const search = useSearch({ from: '/audit' })
  return [
    {
      id: 'time',
      name: 'Time',
      kind: 'time',
      isPinned: true,
      value: ({ time }) => time,
      cell: ({ time }) => <Instant at={time} />,
    },
    { id: 'what', name: 'What', groups: true, value: ({ event }) => eventWords(event) },
    {
      id: 'by',
      name: 'By',
      groups: true,
      value: actorOf,
      cell: (entry) => <span title={entry.credential_id ?? undefined}>{actorOf(entry)}</span>,
    },
    {
      id: 'outcome',
      name: 'Outcome',
      groups: true,
      value: ({ outcome }) => outcome,
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    {
      id: 'resource',
      name: 'Resource',
      value: ({ subject_id: subject }) => subject,
      cell: ({ subject_id: subject }) =>
        subject !== null && (
          <Link to="/audit" search={{ subject_id: subject }} resetScroll>
            <code>{subject}</code>
          </Link>
        ),
    },
    {
      id: 'request',
      name: 'Request',
      value: ({ request_id: request }) => request,
      cell: ({ request_id: request }) => (
        <Link to="/audit" search={{ ...search, request }} resetScroll>
          <code title={request}>{request.slice(0, shownDigits)} …</code>
        </Link>
      ),
    },
  ]
}
