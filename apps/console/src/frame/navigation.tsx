import type { CurrentCredential } from '@vadium/client'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { Icon, type IconName } from '../figures/icon.tsx'
import { mayRead, type Reading } from '../service/people.ts'
import styles from './navigation.module.css'

type Screen = Exclude<LinkProps['to'], undefined>

interface Entry {
  readonly to: Screen
  readonly name: string
  readonly icon: IconName
  /** What the screen reads: it is shown to a role that may read all of it. */
  readonly reads: readonly Reading[]
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
      { to: '/calls', name: 'Calls', icon: 'call', reads: ['listMarkToMarketRequests'] },
      { to: '/transfers', name: 'Transfers', icon: 'transfer', reads: ['listTransfers'] },
      { to: '/what-if', name: 'What if', icon: 'whatIf', reads: ['listPositions', 'listPrices'] },
    ],
  },
  {
    name: 'Book',
    isFor: isOfDesk,
    entries: [
      { to: '/orders', name: 'Orders', icon: 'book', reads: ['listOrders'] },
      {
        to: '/order-requests',
        name: 'Order requests',
        icon: 'request',
        reads: ['listOrderRequests'],
      },
      { to: '/threads', name: 'Threads', icon: 'chat', reads: ['listChats'] },
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
      { to: '/approvals', name: 'Approvals', icon: 'approval', reads: ['listApprovals'] },
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
          <EntryGroup key={group.name} group={group} />
        ))}
      </div>
    </nav>
  )
}

function EntryGroup({ group: { name, entries } }: { readonly group: Group }) {
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
          </li>
        ))}
      </ul>
    </div>
  )
}
