import type { CurrentCredential } from '@vadium/client'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { mayRead, type Reading } from '../service/people.ts'
import styles from './navigation.module.css'

type Screen = Exclude<LinkProps['to'], undefined>

interface Entry {
  readonly to: Screen
  readonly name: string
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
      { to: '/', name: 'Today', reads: ['getToday'] },
      { to: '/positions', name: 'Positions', reads: ['listPositions'] },
      { to: '/calls', name: 'Calls', reads: ['listMarkToMarketRequests'] },
      { to: '/transfers', name: 'Transfers', reads: ['listTransfers'] },
      { to: '/what-if', name: 'What if', reads: ['listPositions', 'listPrices'] },
    ],
  },
  {
    name: 'Book',
    isFor: isOfDesk,
    entries: [
      { to: '/orders', name: 'Orders', reads: ['listOrders'] },
      { to: '/order-requests', name: 'Order requests', reads: ['listOrderRequests'] },
      { to: '/threads', name: 'Threads', reads: ['listChats'] },
      { to: '/reports', name: 'Reports', reads: ['reportPositions'] },
    ],
  },
  {
    name: 'Firm',
    isFor: isOfDesk,
    entries: [
      {
        to: '/counterparties',
        name: 'Counterparties',
        reads: ['listAgreements', 'listPositions', 'listPrices'],
      },
      { to: '/wallets', name: 'Wallets', reads: ['listWallets'] },
      { to: '/credentials', name: 'Credentials', reads: ['listCredentials'] },
      { to: '/webhooks', name: 'Webhooks', reads: ['listWebhookEndpoints'] },
      { to: '/approvals', name: 'Approvals', reads: ['listApprovals'] },
      { to: '/audit', name: 'Audit', reads: ['listAuditEntries'] },
    ],
  },
  {
    name: 'Operator',
    isFor: isOperator,
    entries: [
      { to: '/operator', name: 'Organizations', reads: ['listOrganizations'] },
      { to: '/operator/prices', name: 'Prices', reads: ['listPrices', 'listPriceSources'] },
      { to: '/operator/instructions', name: 'Stalled instructions', reads: ['listInstructions'] },
      { to: '/credentials', name: 'Credentials', reads: ['listCredentials'] },
      { to: '/approvals', name: 'Approvals', reads: ['listApprovals'] },
      { to: '/audit', name: 'Audit', reads: ['listAuditEntries'] },
    ],
  },
  {
    name: 'Sandbox',
    isFor: ({ sandbox }) => sandbox,
    entries: [{ to: '/sandbox', name: 'Sandbox', reads: ['getSandbox'] }],
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

/** The first screen that a role may read: Today, unless it sees no book. */
export const firstScreenOf = (caller: CurrentCredential): Screen =>
  groupsFor(caller)[0]?.entries[0]?.to ?? '/'

/** The way to every screen: beside the content, or behind a button where there is no room. */
export function Navigation({
  caller,
  children,
}: {
  readonly caller: CurrentCredential | undefined
  /** What stands below the screens. */
  readonly children: ReactNode
}) {
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
        <div>{children}</div>
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
              {entry.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
