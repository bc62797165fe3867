import type { Order } from '@vadium/client'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import { NotPossible } from '../../figures/not-possible.tsx'
import { Read } from '../../figures/read.tsx'
import { termFacts } from '../../figures/terms.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { orderQuery, transferPagesQuery } from '../../service/queries.ts'
import { usePages, useRead } from '../../service/read.ts'
import { PendingNotice, pendingFor, usePendingOfOrder } from '../approvals/pending.tsx'
import { askingWords } from '../../service/asking-words.ts'
import { TransferRows } from '../transfers/transfer-rows.tsx'
import { Wallet } from '../what-moves/what-moves.tsx'
import { ActionDialog } from './action-dialog.tsx'
import {
  approvableActions,
  isOrderAction,
  type OrderAction,
  orderActions,
} from './order-actions.ts'
import { PinnedCalendars } from '../terms/pinned-calendars.tsx'
import { OrderStatus } from './order-words.tsx'
import styles from './orders.module.css'

// Most have none, so it is not part of the first load of the view.
const ItsDocuments = later(
  async () => (await import('../documents/its-documents.tsx')).ItsDocuments,
  'the documents',
)

/** One order: its terms, its two legs, what has moved, and what may be done. */
export function OrderScreen() {
  const { orderId } = useParams({ from: '/orders/$orderId' })
  return (
    <Read of={useRead(orderQuery, orderId)} what="the order">
      {(order) => <OrderView key={order.id} order={order} />}
    </Read>
  )
}

/**
 * Whether another resource may be made of the order: a recall, a return, a rerate, an amend or an
 * extend.
 */
const isRequestable = ({ actions }: Order) =>
  actions.some(({ action, available }) => available && !isOrderAction(action))

function OrderView({ order }: { readonly order: Order }) {
  const [asked, setAsked] = useState<OrderAction>()
  const pending = usePendingOfOrder(order.id)
  const offered = order.actions.flatMap(({ action, available }) =>
    available && isOrderAction(action) ? [action] : [],
  )
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>
          Order {order.number}: {order.lender_name} lends to {order.borrower_name}
        </Title>
        <OrderStatus order={order} />
        {order.status === 'PENDING_ACCEPTANCE' && <TimeLeft until={order.expire_time} />}
        <Link to="/threads/$orderId" params={{ orderId: order.id }}>
          Thread
        </Link>
        {order.position_id !== null && isRequestable(order) && (
          <Link to="/order-requests/new" search={{ position: order.position_id }}>
            {askingWords} …
          </Link>
        )}
        <div className={styles['buttons']}>
          {offered.map((action) => (
            <Button
              key={action}
              className={action === 'accept' ? 'button primary' : 'button'}
              isDisabled={pendingFor(pending, approvableActions[action], order.id) !== undefined}
              onPress={() => {
                setAsked(action)
              }}
            >
              {orderActions[action].word} …
            </Button>
          ))}
        </div>
      </div>
      <PendingNotice approvals={pending} />
      <div className={styles['columns']}>
        <Deal order={order} />
        <Facts
          title={`${order.position_id === null ? 'Terms in effect now' : 'Its terms'}, version ${order.terms_version}`}
          facts={[
            ...termFacts(order),
            ...(order.terms.calendars.length > 0
              ? [['Versions of the calendars', <PinnedCalendars order={order} />] as const]
              : []),
          ]}
        />
        <Wallets order={order} />
      </div>
      <OrderTransfers number={order.number} />
      <ItsDocuments of={{ order_id: order.id }} />
      <NotPossible actions={order.actions} />
      {asked !== undefined && (
        <ActionDialog
          order={order}
          action={asked}
          close={() => {
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}

function Deal({ order }: { readonly order: Order }) {
  return (
    <Facts
      title="The deal"
      facts={[
        ['Lent', <Figure value={order.asset_quantity} unit={order.asset} />],
        ['Collateral', <Figure value={order.collateral_quantity} unit={order.collateral_asset} />],
        ['Rate a year', <Figure value={order.rate_percent} unit="%" />],
        ['Kind of collateral', order.collateral_type.toLowerCase()],
        ['Created', <Instant at={order.create_time} />],
        ['Last change', <Instant at={order.update_time} />],
        [
          'Maturity',
          order.maturity_time === null ? (
            'none: open until a side ends it'
          ) : (
            <Instant at={order.maturity_time} />
          ),
        ],
        ['To be answered until', <Instant at={order.expire_time} />],
        [
          'Position',
          order.position_id === null ? (
            'none before the acceptance'
          ) : (
            <Link to="/positions/$positionId" params={{ positionId: order.position_id }}>
              Order {order.number}
            </Link>
          ),
        ],
      ]}
    />
  )
}

function Wallets({ order }: { readonly order: Order }) {
  const { lender_name: lender, borrower_name: borrower, wallets } = order
  const wallet = (id: string | null, firm: string) => {
    const { name = null, custodian = null } = wallets.find((one) => one.id === id) ?? {}
    if (id === null) return 'not named yet'
    return <Wallet of={{ wallet_id: id, wallet_name: name, custodian }} firm={firm} />
  }
  return (
    <Facts
      title="Wallets"
      facts={[
        [`Asset, ${lender}`, wallet(order.lender_asset_wallet_id, lender)],
        [`Asset, ${borrower}`, wallet(order.borrower_asset_wallet_id, borrower)],
        [`Collateral, ${lender}`, wallet(order.lender_collateral_wallet_id, lender)],
        [`Collateral, ${borrower}`, wallet(order.borrower_collateral_wallet_id, borrower)],
      ]}
    />
  )
}

function OrderTransfers({ number }: { readonly number: number }) {
  const pages = usePages(transferPagesQuery, { orderId: number, page_size: 100 })
  const isEmpty = pages.data === undefined ? pages.error === null : pages.data.length === 0
  if (isEmpty) return null
  return (
    <section>
      <h2>Its transfers</h2>
      <Read of={pages} what="its transfers">
        {(transfers) => <TransferRows transfers={transfers} />}
      </Read>
      {pages.hasNextPage && (
        <Link to="/transfers" search={{ orderId: number }}>
          All transfers of the order
        </Link>
      )}
    </section>
  )
}
