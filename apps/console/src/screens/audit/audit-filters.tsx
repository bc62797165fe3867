import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Choice } from '../../figures/choice.tsx'
import { Field } from '../../figures/field.tsx'
import { TimeChoice } from '../../figures/time-choice.tsx'
import { credentialNamesQuery } from '../../service/credential-queries.ts'
import { operationSummaries } from '../../service/operation-summaries.ts'
import { useAccountName, useCaller } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { roleName } from '../../service/role-names.ts'
import { eventWords } from './audit-rows.tsx'
import type { AuditSearch } from './audit-search.ts'

const changesOfCredentials = ['credential.created', 'credential.rotated', 'credential.revoked']

const events = [...changesOfCredentials, ...Object.keys(operationSummaries)]
  .map((event) => ({ value: event, name: eventWords(event) }))
  .toSorted((one, other) => one.name.localeCompare(other.name))

const outcomes = [
  { value: 'ok', name: 'ok' },
  { value: 'refused', name: 'refused' },
]

const kinds = [
  { value: 'false', name: 'changes and refusals' },
  { value: 'true', name: 'reads' },
]

/** The filters of the operation. A change of them is a change of the address. */
export function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const navigate = useNavigate()
  const accountName = useAccountName()
  const credentials = useRead(credentialNamesQuery, useCaller()?.organization.id)
  const change = (changed: AuditSearch) => {
    void navigate({ to: '/audit', search: { ...search, request: undefined, ...changed } })
  }
  const who = credentials.data?.map(({ id, account_id, role, public_key }) => ({
    value: id,
    name: `${accountName(account_id)} · ${roleName(role)} · ${public_key.slice(0, 6)}`,
  }))
  const choice = (
    name: 'event' | 'outcome' | 'credential_id',
    label: string,
    options: typeof outcomes,
  ) => (
    <Choice
      label={label}
      value={search[name]}
      options={options}
      choose={(value) => {
        change({ [name]: value })
      }}
    />
  )
  const time = (name: 'from' | 'to', label: string) => (
    <TimeChoice
      label={label}
      value={search[name]}
      choose={(value) => {
        change({ [name]: value })
      }}
    />
  )
  const id = (name: 'subject_id' | 'request_id', label: string) => (
    <IdFilter
      label={label}
      value={search[name]}
      choose={(value) => {
        change({ [name]: value })
      }}
    />
  )
  return (
    <div className="filters">
      {choice('event', 'What', events)}
      <Choice
        label="Kind"
        value={search.reads?.toString()}
        options={kinds}
        choose={(value) => {
          change({ reads: value === undefined ? undefined : value === 'true' })
        }}
      />
      {choice('outcome', 'Outcome', outcomes)}
      {choice('credential_id', 'By', who ?? [])}
      {time('from', 'From, UTC')}
      {time('to', 'Before, UTC')}
      {id('subject_id', 'Resource id')}
      {id('request_id', 'Request id')}
    </div>
  )
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id, which counts once it is whole. */
function IdFilter({
  label,
  value,
  choose,
}: {
  readonly label: string
  readonly value: string | undefined
  readonly choose: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState({ of: value, text: value ?? '' })
  // The address has changed by itself since then.
  const text = typed.of === value ? typed.text : (value ?? '')
  const isWhole = text === '' || uuid.test(text)
  return (
    <Field label={label}>
      {(id) => (
        <>
          <input
            id={id}
            autoComplete="off"
            value={text}
            aria-invalid={!isWhole}
            aria-describedby={`${id}-fault`}
            onChange={({ target }) => {
              const next = target.value.trim()
              const chosen = next === '' ? undefined : uuid.test(next) ? next : value
              setTyped({ of: chosen, text: next })
              if (chosen !== value) choose(chosen)
            }}
          />
          <small id={`${id}-fault`}>{!isWhole && 'Not a whole id yet'}</small>
        </>
      )}
    </Field>
  )
}
