import type { AuditEntry } from '@vadium/client'
import { errorReasons, operations } from '@vadium/schema'
import { Link, useSearch } from '@tanstack/react-router'
import { Facts } from '../../figures/facts.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Instant } from '../../figures/time.tsx'
import { auditedRequestQuery } from '../../service/audit-queries.ts'
import { useRead } from '../../service/read.ts'
import { eventWords, Outcome, useActor } from './audit-rows.tsx'

/** All that the trail says of one request. */
export function RequestDetail({ requestId }: { readonly requestId: string }) {
  const search = useSearch({ from: '/audit' })
  return (
    <section className={page['form']} aria-label="One request">
      <div className={page['head']}>
        <h2>
          Request <code className={page['wrapped']}>{requestId}</code>
        </h2>
        <Link to="/audit" search={{ ...search, request: undefined }}>
          Close
        </Link>
      </div>
      <Read of={useRead(auditedRequestQuery, requestId)} what="the request">
        {({ audit_entries: entries, next_page_token: next }) => (
          <>
            {entries.length === 0 && (
              <p>
                {next === undefined
                  ? 'The trail has no entry of it.'
                  : 'None of the entries that were looked at is of it.'}
              </p>
            )}
            <div className={page['columns']}>
              {entries.map((entry) => (
                <EntryFacts key={entry.id} entry={entry} />
              ))}
            </div>
          </>
        )}
      </Read>
    </section>
  )
}

function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const actorOf = useActor()
  const operation = operations.find(({ id }) => id === entry.event)
  return (
    <Facts
      title={eventWords(entry.event)}
      facts={[
        ['What it does', operation?.description ?? 'A change of a credential.'],
        ['Operation', <code>{operation?.id ?? entry.event}</code>],
        ['Time', <Instant at={entry.time} />],
        ['By', actorOf(entry)],
        ['Credential', <code>{entry.credential_id ?? 'none'}</code>],
        ['Outcome', <Outcome outcome={entry.outcome} />],
        ['Which means', outcomeWords(entry.outcome)],
        ['Resource', <code>{entry.subject_id ?? 'none'}</code>],
      ]}
    />
  )
}

function outcomeWords(outcome: string): string {
  if (outcome === 'ok') return 'It was not refused.'
  const known: Readonly<Record<string, { readonly message: string }>> = errorReasons
  return known[outcome]?.message ?? outcome
}
