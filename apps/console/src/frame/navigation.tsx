import type { CurrentCredential } from '@vadium/client'
import { listWallets } from '@vadium/schema'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { Button } from 'react-aria-components'
import styles from './navigation.module.css'

interface Entry {
  readonly to: NonNullable<LinkProps['to']>
  readonly name: string
  /** Whether the role of the caller may read what the screen shows. Default: everybody's may. */
  readonly isFor?: (caller: CurrentCredential) => boolean
}

interface Group {
  readonly name: string
  readonly isFor: (caller: CurrentCredential) => boolean
  readonly entries: readonly Entry[]
}

const isOperator = ({ credential }: CurrentCredential) => credential.role === 'operator'
const isAdmin = ({ credential }: CurrentCredential) => credential.role === 'admin'
const mayListWallets = ({ credential }: CurrentCredential) =>
  listWallets.roles.some((role) => role === credential.role)
const isOfDesk = (caller: CurrentCredential) => !isOperator(caller)

/** The screens by group. A group without entries is not shown. */
const groups: readonly Group[] = [
  {
    name: 'Desk',
    isFor: isOfDesk,
    entries: [
      { to: '/', name: 'Today' },
      { to: '/positions', name: 'Positions' },
      { to: '/calls', name: 'Calls' },
      { to: '/transfers', name: 'Transfers' },
      { to: '/what-if', name: 'What if' },
    ],
  },
  {
    name: 'Book',
    isFor: isOfDesk,
    entries: [
      { to: '/orders', name: 'Orders' },
      { to: '/order-requests', name: 'Order requests' },
      { to: '/threads', name: 'Threads' },
      { to: '/reports', name: 'Reports' },
    ],
  },
  {
    name: 'Firm',
    isFor: isOfDesk,
    entries: [
      { to: '/counterparties', name: 'Counterparties' },
      { to: '/wallets', name: 'Wallets', isFor: mayListWallets },
      { to: '/credentials', name: 'Credentials', isFor: isAdmin },
      { to: '/webhooks', name: 'Webhooks', isFor: isAdmin },
      { to: '/approvals', name: 'Approvals' },
      { to: '/audit', name: 'Audit', isFor: isAdmin },
    ],
  },
  {
    name: 'Operator',
    isFor: isOperator,
    entries: [
      { to: '/operator', name: 'Organizations' },
      { to: '/operator/prices', name: 'Prices' },
      { to: '/operator/instructions', name: 'Stalled instructions' },
      { to: '/credentials', name: 'Credentials' },
      { to: '/approvals', name: 'Approvals' },
      { to: '/audit', name: 'Audit' },
    ],
  },
  {
    name: 'Sandbox',
    isFor: (caller) => caller.sandbox && isOperator(caller),
    entries: [{ to: '/sandbox', name: 'Sandbox' }],
  },
]

function groupsFor(caller: CurrentCredential | undefined): readonly Group[] {
  if (caller === undefined) return []
  return groups
    .filter(({ isFor }) => isFor(caller))
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ isFor }) => isFor === undefined || isFor(caller)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

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
