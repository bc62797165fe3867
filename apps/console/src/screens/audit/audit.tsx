import type { AuditEntry } from '@vadium/client'
import { operations } from '@vadium/schema'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { Choice } from '../../figures/choice.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { TextInput } from '../../figures/text-input.tsx'
import { Instant } from '../../figures/time.tsx'
import { auditPagesQuery } from '../../service/audit-queries.ts'
import { credentialNamesQuery } from '../../service/credential-queries.ts'
import { useAccountName } from '../../service/people.ts'
import { callerQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { AuditRows, eventWords } from './audit-rows.tsx'
import { type AuditSearch, readAuditSearch } from './audit-search.ts'
import { RequestDetail } from './request-detail.tsx'

const reads: ReadonlySet<string> = new Set(operations.flatMap(({ id, safe }) => (safe ? [id] : [])))

const isRead = ({ event }: AuditEntry) => reads.has(event)
const isOk = ({ outcome }: AuditEntry) => outcome === 'ok'

function matches(entry: AuditEntry, { event, kind, outcome, credential, subject }: AuditSearch) {
  return (
    (event === undefined || entry.event === event) &&
    (kind === undefined || (kind === 'reads') === isRead(entry)) &&
    (outcome === undefined || (outcome === 'ok') === isOk(entry)) &&
    (credential === undefined || entry.credential_id === credential) &&
    (subject === undefined || entry.subject_id === subject || entry.request_id === subject)
  )
}

/** Every signed request of the organization and every change of its credentials. */
export function Audit() {
  const search = useSearch({ from: '/audit' })
  const pages = useInfiniteQuery(auditPagesQuery(useClient()))
  const entries = pages.data?.pages.flatMap((one) => one.audit_entries) ?? []
  const matching = entries.filter((entry) => matches(entry, search))
  const oldest = entries.at(-1)
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <h1>Audit trail</h1>
        <Button
          className="button"
          isDisabled={pages.isFetching}
          onPress={() => void pages.refetch()}
        >
          Read again
        </Button>
      </div>
      <Filters entries={entries} search={search} />
      {pages.isPending && <Loading what="the audit trail" />}
      {pages.isLoadingError && (
        <Failure error={pages.error} what="the audit trail" again={() => void pages.refetch()} />
      )}
      {search.request !== undefined && pages.isSuccess && (
        <RequestDetail
          requestId={search.request}
          entries={entries.filter(({ request_id }) => request_id === search.request)}
        />
      )}
      {oldest !== undefined && (
        <p className={page['fine']} role="status">
          {matching.length} of the {entries.length} newest entries match; the oldest read is of{' '}
          <Instant at={oldest.time} />.
          {pages.hasNextPage ? ' There are older ones.' : ' That is all.'}
        </p>
      )}
      {pages.isSuccess && matching.length === 0 && <Empty>No entry that was read matches.</Empty>}
      {matching.length > 0 && <AuditRows entries={matching} />}
      <MorePages pages={pages}>Older entries</MorePages>
    </div>
  )
}

function Filters({
  entries,
  search,
}: {
  readonly entries: readonly AuditEntry[]
  readonly search: AuditSearch
}) {
  const client = useClient()
  const navigate = useNavigate()
  const accountName = useAccountName()
  const caller = useQuery(callerQuery(client))
  const credentials = useQuery(credentialNamesQuery(client, caller.data?.organization.id))
  const change = (name: keyof AuditSearch, value: string | undefined) => {
    void navigate({ to: '/audit', search: readAuditSearch({ ...search, [name]: value }) })
  }
  const events = [...new Set(entries.map(({ event }) => event))].toSorted()
  const who = credentials.data?.map(({ id, account_id, role, public_key }) => ({
    value: id,
    name: `${accountName(account_id)} · ${role} · ${public_key.slice(0, 6)}`,
  }))
  return (
    <div className="filters">
      <Choice
        label="What"
        value={search.event}
        options={events.map((event) => ({ value: event, name: eventWords(event) }))}
        choose={(value) => {
          change('event', value)
        }}
      />
      <Choice
        label="Kind"
        value={search.kind}
        options={[
          { value: 'changes', name: 'changes' },
          { value: 'reads', name: 'reads' },
        ]}
        choose={(value) => {
          change('kind', value)
        }}
      />
      <Choice
        label="Outcome"
        value={search.outcome}
        options={[
          { value: 'ok', name: 'ok' },
          { value: 'refused', name: 'refused' },
        ]}
        choose={(value) => {
          change('outcome', value)
        }}
      />
      <Choice
        label="By"
        value={search.credential}
        options={who ?? []}
        choose={(value) => {
          change('credential', value)
        }}
      />
      <TextInput
        label="Resource or request id"
        value={search.subject ?? ''}
        change={(value) => {
          change('subject', value)
        }}
      />
    </div>
  )
}
