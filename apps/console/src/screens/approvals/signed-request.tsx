import type { Approval, StoredRequest } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import { approvableDefinitions } from './approvable-definitions.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isDecimalText } from '../../figures/decimal-text.ts'
import { Figure } from '../../figures/figure.tsx'
import page from '../../figures/page.module.css'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { bodyMembers, isRecord } from './request-body.ts'
import { useRequestHash } from './request-hash.ts'
import styles from './approvals.module.css'

/**
 * The request that awaits approval: its members in words, its bytes as they were signed, and their
 * hash. Folded where what it means is shown by itself.
 */
export function SignedRequest({
  approval,
  isOpen,
}: {
  readonly approval: Approval
  readonly isOpen: boolean
}) {
  const { request } = approval
  const all: Readonly<Record<string, Operation>> = approvableDefinitions
  const operation = all[approval.operation]
  const described = membersOf(operation?.body)
  const body = bodyMembers(request)
  return (
    <details className={`panel ${page['form'] ?? ''}`} open={isOpen}>
      <summary>The signed request: {operation?.summary ?? approval.operation}</summary>
      {operation !== undefined && <p className={page['fine']}>{operation.description}</p>}
      {operation?.params !== undefined && (
        <Members
          value={pathValues(operation, request.path)}
          descriptions={membersOf(operation.params)}
        />
      )}
      {Object.keys(body).length > 0 && <Members value={body} descriptions={described} />}
      <details>
        <summary>Exactly as it was signed</summary>
        <pre className={page['raw']}>
          {request.method} {request.path}
          {request.body !== '' && `\n\n${request.body}`}
        </pre>
      </details>
      <HashOf request={request} claimed={approval.request_hash} />
    </details>
  )
}

/** That the request on screen is the one that a decision names: its hash, computed here. */
function HashOf({ request, claimed }: { request: StoredRequest; claimed: string }) {
  const computed = useRequestHash(request)
  // The decision says so where it is another.
  if (computed !== claimed) return null
  return (
    <p className={page['note']} data-tone="good">
      The decision names this request and no other: its hash, computed in this browser, is{' '}
      <code className={page['wrapped']}>{claimed}</code>.
    </p>
  )
}

type Descriptions = Readonly<Record<string, Described>>

/** A member of a body, as JSON Schema describes it. */
interface Described {
  readonly description?: string
  readonly properties?: Descriptions
  readonly items?: Described
}

function membersOf(schema: Described | undefined): Descriptions {
  return schema?.properties ?? schema?.items?.properties ?? {}
}

/** The parameters in the path of a request, by name. */
function pathValues({ path }: Operation, given: string): Readonly<Record<string, string>> {
  const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/:?]+)')
  return new RegExp(`${pattern}(?:\\?|$)`).exec(given)?.groups ?? {}
}

function Members({
  value,
  descriptions,
}: {
  readonly value: Readonly<Record<string, unknown>>
  readonly descriptions: Descriptions
}) {
  return (
    <dl className={styles['members']}>
      {Object.entries(value).map(([name, member]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            <span>{descriptions[name]?.description}</span>
          </dt>
          <dd>
            <Resource name={name} value={member}>
              <Value value={member} descriptions={membersOf(descriptions[name])} />
            </Resource>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Leads to the screen of the resource that a member names, where there is one. */
function Resource({
  name,
  value,
  children,
}: {
  readonly name: string
  readonly value: unknown
  readonly children: ReactNode
}) {
  if (typeof value !== 'string') return children
  switch (name) {
    case 'mark_to_market_request_id':
      return (
        <Link to="/calls/$callId" params={{ callId: value }}>
          {children}
        </Link>
      )
    case 'order_id':
      return (
        <Link to="/orders/$orderId" params={{ orderId: value }}>
          {children}
        </Link>
      )
    case 'order_request_id':
      return (
        <Link to="/order-requests/$requestId" params={{ requestId: value }}>
          {children}
        </Link>
      )
    case 'agreement_id':
      return (
        <Link to="/agreements/$agreementId" params={{ agreementId: value }}>
          {children}
        </Link>
      )
    case 'position_id':
      return (
        <Link to="/positions/$positionId" params={{ positionId: value }}>
          {children}
        </Link>
      )
    default:
      return children
  }
}

/** A list of resources, such as rules: a row for each. */
function Records({
  records,
  descriptions,
}: {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly descriptions: Descriptions
}) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  return (
    <TableScroll name="Items of the request">
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} title={descriptions[name]?.description}>
                <code>{name}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, i) => (
            // The place of an item is its identity.
            <tr key={i}>
              {names.map((name) => (
                <td key={name}>
                  <Value value={record[name]} descriptions={membersOf(descriptions[name])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

function Value({ value, descriptions }: { value: unknown; descriptions: Descriptions }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <span>none</span>
    if (value.every(isRecord)) return <Records records={value} descriptions={descriptions} />
    return (
      <ol className={styles['items']}>
        {value.map((item: unknown, i) => (
          // The place of an item is its identity.
          <li key={i}>
            <Value value={item} descriptions={descriptions} />
          </li>
        ))}
      </ol>
    )
  }
  if (isRecord(value)) return <Members value={value} descriptions={descriptions} />
  if (value === null || value === undefined) return <span>none</span>
  if (typeof value === 'string' && isDecimalText(value)) return <Figure value={value} />
  return <span className={page['wrapped']}>{written(value)}</span>
}
