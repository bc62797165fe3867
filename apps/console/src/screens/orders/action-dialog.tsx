import type { Order, VadiumClient } from '@vadium/client'
import { acceptOrder } from '@vadium/schema'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Fields, FormInput } from '../../figures/form.tsx'
import { later } from '../../figures/later.tsx'
import { Read } from '../../figures/read.tsx'
import { mayRead, useCaller } from '../../service/people.ts'
import { walletsQuery } from '../../service/order-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { textAt } from '../../service/body.ts'
import { useForm } from '../../service/use-form.ts'
import { useWrite, wasTaken } from '../../service/write.ts'
import { AnswerDialog } from '../what-moves/answer-dialog.tsx'
import { ChangeWalletsDialog } from './change-wallets-dialog.tsx'
import { type OrderAction, type OrderActionWords, orderActions } from './order-actions.ts'
import { onlyOf, useWalletOptions } from './wallet-options.ts'
import styles from './orders.module.css'

const LimitsAfter = later(async () => (await import('./limits-after.tsx')).LimitsAfter)

/** The methods of the SDK for actions without a body. */
const methods = {
  reject: 'reject',
  cancel: 'cancel',
  close: 'close',
  cancel_close: 'cancelClose',
  retry: 'retry',
  abandon: 'abandon',
} as const satisfies Record<
  Exclude<OrderAction, 'accept' | 'change_wallets'>,
  keyof VadiumClient['orders']
>

/** Those that can move assets, by the operation whose request is previewed. */
const previewed = { close: 'closeOrder', retry: 'retryOrder', abandon: 'abandonOrder' } as const

const isMoving = (action: OrderAction): action is keyof typeof previewed =>
  Object.hasOwn(previewed, action)

/** What an action on an order moves, before it is sent. */
export function ActionDialog({
  order,
  action,
  close,
}: {
  readonly order: Order
  readonly action: OrderAction
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<Order>()
  if (action === 'accept') return <AcceptDialog order={order} close={close} />
  if (action === 'change_wallets') return <ChangeWalletsDialog order={order} close={close} />
  const words: OrderActionWords = orderActions[action]
  const parts = {
    title: `${words.title ?? words.word} order ${order.number}?`,
    action: words.word,
    send: () => void write.write((options) => client.orders[methods[action]](order.id, options)),
    write,
    done: () => <p>{words.done}</p>,
    close,
    children: <p className={styles['fine']}>{words.operation.description}</p>,
  }
  if (!isMoving(action)) return <ConfirmDialog {...parts} />
  return <AnswerDialog {...parts} asked={{ operation: previewed[action], id: order.id }} />
}

function AcceptDialog({ order, close }: { readonly order: Order; readonly close: () => void }) {
  const { orders } = useClient()
  const caller = useCaller()
  const mayReadLimits = caller !== undefined && mayRead(caller, 'listCounterpartyLimits')
  const wallets = useRead(walletsQuery)
  const walletOptions = useWalletOptions()
  const assetWallets = walletOptions(wallets.data, order.asset)
  const collateralWallets = walletOptions(wallets.data, order.collateral_asset)
  const form = useForm({
    schema: acceptOrder.body,
    // What was read when the dialog was opened, although the order is read again.
    begin: { terms_version: String(order.terms_version) },
    complete: (draft) => ({
      asset_wallet_id: onlyOf(assetWallets),
      collateral_wallet_id: onlyOf(collateralWallets),
      ...draft,
    }),
    offers: () => ({ asset_wallet_id: assetWallets, collateral_wallet_id: collateralWallets }),
    send: (body, options) => orders.accept(order.id, body, options),
    afterwards: 'keep',
  })
  const hasNotAll = ['asset_wallet_id', 'collateral_wallet_id'].some(
    (name) => textAt(form.draft, name) === '',
  )
  const read = textAt(form.draft, 'terms_version')
  const isAsRead = read === String(order.terms_version) || wasTaken(form.write)
  return (
    <AnswerDialog
      title={`Accept order ${order.number}?`}
      action="Accept"
      asked={
        hasNotAll ? undefined : { operation: 'acceptOrder', id: order.id, body: { ...form.body } }
      }
      ask="Choose your wallets: then this shows what moves between them."
      send={form.submit}
      canSend={wallets.data !== undefined && isAsRead}
      write={form.write}
      done={() => <p>Accepted. The transfers are instructed.</p>}
      close={close}
    >
      <Read of={wallets} what="your wallets">
        {() => (
          <Fields of={form}>
            <div className={styles['fields']}>
              <FormInput
                of={form}
                name="asset_wallet_id"
                label={`Your wallet for ${order.asset}`}
              />
              <FormInput
                of={form}
                name="collateral_wallet_id"
                label={`Your wallet for ${order.collateral_asset}`}
              />
            </div>
          </Fields>
        )}
      </Read>
      {mayReadLimits && <LimitsAfter order={order} />}
      {isAsRead ? (
        <p className={styles['fine']}>
          The deal gets version {read} of the terms, which this page shows.
        </p>
      ) : (
        <p role="alert">
          <strong>The terms have changed.</strong> Version {order.terms_version} is in effect by
          now. Cancel this, and read it before you accept.
        </p>
      )}
    </AnswerDialog>
  )
}
