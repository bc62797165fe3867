import type { AuditEntry } from '@vadium/client'
import { Link, useSearch } from '@tanstack/react-router'
import { Badge } from '../../figures/badge.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'
import { credentialNamesQuery } from '../../service/credential-queries.ts'
import { useAccountName, useCaller } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { operationTitle } from '../approvals/approval-rows.tsx'

const shownDigits = 8

/** What happened, in words: an operation, or a change of a credential. */
export const eventWords = (event: string): string =>
  event.includes('.') ? event.replaceAll('.', ' ') : operationTitle(event)

export function Outcome({ outcome }: { readonly outcome: string }) {
  return outcome === 'ok' ? <Badge>ok</Badge> : <Badge tone="liquidation">{outcome}</Badge>
}

/** Whose credential it is: the name of its account, where it may be read. */
export function useCredentialOwner(): (id: string | null) => string {
  const credentials = useRead(credentialNamesQuery, useCaller()?.organization.id)
  const accountName = useAccountName()
  const accounts = new Map(credentials.data?.map(({ id, account_id }) => [id, account_id]))
  return (id) => {
    if (id === null) return 'the service'
    const account = accounts.get(id)
    return account === undefined ? id : accountName(account)
  }
}

/** A table of audit entries. */
export function AuditRows({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const ownerOf = useCredentialOwner()
  const search = useSearch({ from: '/audit' })
  return (
    <TableScroll name="Audit trail">
      <table>
        <thead>
          <tr>
            <th>Time</th>
            <th>What</th>
            <th>By</th>
            <th>Outcome</th>
            <th>Resource</th>
            <th>Request</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <Instant at={entry.time} />
              </td>
              <td title={entry.event}>{eventWords(entry.event)}</td>
              <td className="cut" title={entry.credential_id ?? undefined}>
                {ownerOf(entry.credential_id)}
              </td>
              <td>
                <Outcome outcome={entry.outcome} />
              </td>
              <td>
                {entry.subject_id !== null && (
                  <Link to="/audit" search={{ subject_id: entry.subject_id }} resetScroll>
                    <code>{entry.subject_id}</code>
                  </Link>
                )}
              </td>
              <td>
                <Link to="/audit" search={{ ...search, request: entry.request_id }} resetScroll>
                  <code title={entry.request_id}>{entry.request_id.slice(0, shownDigits)} …</code>
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
