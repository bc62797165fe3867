import type { CurrentCredential, Today } from '@vadium/client'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Button } from '../figures/button.tsx'
import { Icon, type IconName } from '../figures/icon.tsx'
import { waitingQuery } from '../service/history-queries.ts'
import { mayRead, type Reading } from '../service/people.ts'
import { useClient } from '../service/service.tsx'
import styles from './navigation.module.css'

type Screen = Exclude<LinkProps['to'], undefined>

interface Entry {
  readonly to: Screen
  readonly name: string
  readonly icon: IconName
  /** What the screen reads: it is shown to a role that may read all of it. */
  readonly reads: readonly Reading[]
  /** How many of its things wait for somebody of the organization. */
  readonly waiting?: (today: Today) => number
}

interface Group {
  readonly name: string
  readonly isFor: (caller: CurrentCredential) => boolean
  readonly entries: readonly Entry[]
}

const isOperator = ({ credential }: CurrentCredential) => credential.role === 'operator'
const isOfDesk = (caller: CurrentCredential) => !isOperator(caller)

/** The screens by group. A group without entries is not shown. */
const groups: readonly Group[] = [
  {
    name: 'Desk',
    isFor: isOfDesk,
    entries: [
      { to: '/', name: 'Today', icon: 'today', reads: ['getToday'] },
      { to: '/positions', name: 'Positions', icon: 'position', reads: ['listPositions'] },
      {
        to: '/calls',
        name: 'Calls',
        icon: 'call',
        reads: ['listMarkToMarketRequests'],
        waiting: ({ to_answer }) => to_answer.mark_to_market_requests + to_answer.call_sets,
      },
      {
        to: '/transfers',
        name: 'Transfers',
        icon: 'transfer',
        reads: ['listTransfers'],
        waiting: ({ failed_transfers }) => failed_transfers.count,
      },
      { to: '/what-if', name: 'What if', icon: 'whatIf', reads: ['listPositions', 'listPrices'] },
      { to: '/prices', name: 'Prices', icon: 'price', reads: ['listPrices'] },
    ],
  },
  {
    name: 'Book',
    isFor: isOfDesk,
    entries: [
      {
        to: '/orders',
        name: 'Orders',
        icon: 'book',
        reads: ['listOrders'],
        waiting: ({ to_answer }) => to_answer.orders,
      },
      {
        to: '/order-requests',
        name: 'Order requests',
        icon: 'request',
        reads: ['listOrderRequests'],
        waiting: ({ to_answer }) => to_answer.order_requests,
      },
      {
        to: '/close-outs',
        name: 'Defaults',
        icon: 'default',
        reads: ['listCloseOuts'],
      },
      { to: '/threads', name: 'Threads', icon: 'chat', reads: ['listChats'] },
      { to: '/documents', name: 'Documents', icon: 'document', reads: ['listDocuments'] },
      { to: '/reports', name: 'Reports', icon: 'report', reads: ['reportPositions'] },
    ],
  },
  {
    name: 'Firm',
    isFor: isOfDesk,
    entries: [
      {
        to: '/counterparties',
        name: 'Counterparties',
        icon: 'counterparty',
        reads: ['listAgreements', 'listPositions', 'listPrices'],
      },
      { to: '/wallets', name: 'Wallets', icon: 'wallet', reads: ['listWallets'] },
      { to: '/credentials', name: 'Credentials', icon: 'key', reads: ['listCredentials'] },
      { to: '/webhooks', name: 'Webhooks', icon: 'webhook', reads: ['listWebhookEndpoints'] },
      { to: '/mail', name: 'Mail', icon: 'mail', reads: ['listMailAddresses'] },
      {
        to: '/approvals',
        name: 'Approvals',
        icon: 'approval',
        reads: ['listApprovals'],
        waiting: ({ to_approve }) => to_approve.count,
      },
      { to: '/audit', name: 'Audit', icon: 'audit', reads: ['listAuditEntries'] },
    ],
  },
  {
    name: 'Operator',
    isFor: isOperator,
    entries: [
      {
        to: '/operator',
        name: 'Organizations',
        icon: 'counterparty',
        reads: ['listOrganizations'],
      },
      {
        to: '/operator/prices',
        name: 'Prices',
        icon: 'price',
        reads: ['listPrices', 'listPriceSources'],
      },
      {
        to: '/operator/calendars',
        name: 'Calendars',
        icon: 'calendar',
        reads: ['listCalendars'],
      },
      {
        to: '/operator/instructions',
        name: 'Stalled instructions',
        icon: 'stalled',
        reads: ['listInstructions'],
      },
      { to: '/credentials', name: 'Credentials', icon: 'key', reads: ['listCredentials'] },
      { to: '/approvals', name: 'Approvals', icon: 'approval', reads: ['listApprovals'] },
      { to: '/audit', name: 'Audit', icon: 'audit', reads: ['listAuditEntries'] },
    ],
  },
  {
    name: 'Sandbox',
    isFor: ({ sandbox }) => sandbox,
    entries: [{ to: '/sandbox', name: 'Sandbox', icon: 'sandbox', reads: ['getSandbox'] }],
  },
]

function groupsFor(caller: CurrentCredential | undefined): readonly Group[] {
  if (caller === undefined) return []
  return groups
    .filter(({ isFor }) => isFor(caller))
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ reads }) => reads.every((id) => mayRead(caller, id))),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** The screens that a caller may read. */
export const entriesFor = (caller: CurrentCredential | undefined): readonly Entry[] =>
  groupsFor(caller).flatMap(({ entries }) => entries)

/** The first screen that a role may read: Today, unless it sees no book. */
export const firstScreenOf = (caller: CurrentCredential): Screen => entriesFor(caller)[0]?.to ?? '/'

/** The way to every screen: beside the content, or behind a button where there is no room. */
export function Navigation({ caller }: { readonly caller: CurrentCredential | undefined }) {
  const listId = useId()
  const { pathname } = useLocation()
  // It is open on the screen on which it was opened: to go to another one closes it.
  const [openOn, setOpenOn] = useState<string>()
  const isOpen = openOn === pathname
  const mayCount = caller !== undefined && mayRead(caller, 'getToday')
  const waiting = useQuery({ ...waitingQuery(useClient()), enabled: mayCount }).data
  const close = () => {
    setOpenOn(undefined)
  }
  return (
    <nav className={styles['nav']} aria-label="Screens">
      <Button
        className={`button ${styles['menu'] ?? ''}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onPress={() => {
          setOpenOn(isOpen ? undefined : pathname)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      >
        {isOpen ? 'Close the menu' : 'Menu'}
      </Button>
      <div id={listId} className={styles['groups']} data-open={isOpen}>
        {groupsFor(caller).map((group) => (
          <EntryGroup key={group.name} group={group} today={waiting} />
        ))}
      </div>
    </nav>
  )
}

function EntryGroup({
  group: { name, entries },
  today,
}: {
  readonly group: Group
  /** Undefined until it is read, and for a role that may not. */
  readonly today: Today | undefined
}) {
  const id = useId()
  return (
    <div>
      <p id={id} className={styles['group']}>
        {name}
      </p>
      <ul aria-labelledby={id}>
        {entries.map((entry) => (
          <li key={entry.name}>
            <Link
              to={entry.to}
              activeOptions={{ exact: entry.to === '/' || entry.to === '/operator' }}
            >
              <Icon name={entry.icon} />
              {entry.name}
            </Link>
            <Waiting count={today === undefined ? 0 : (entry.waiting?.(today) ?? 0)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Waiting({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={styles['waiting']}>
      {count}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
