import type { Order, VadiumClient } from '@vadium/client'
import { acceptOrder } from '@vadium/schema'
import { useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { FormField } from '../../figures/form-field.tsx'
import { bodyFaults, refusedMembers } from '../../service/body-faults.ts'
import { useOwnId } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { ChangeWalletsDialog } from './change-wallets-dialog.tsx'
import { Closing, Opening } from './movements.tsx'
import { type OrderAction, orderActions } from './order-actions.ts'
import { sideOf } from './order-words.tsx'
import { useWalletOptions } from './wallet-options.ts'
import styles from './orders.module.css'

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
  const { summary, description } = orderActions[action]
  if (action === 'accept') return <AcceptDialog order={order} close={close} />
  if (action === 'change_wallets') return <ChangeWalletsDialog order={order} close={close} />
  return (
    <ConfirmDialog
      title={`Order ${order.number}: ${summary.toLowerCase()}?`}
      action={summary}
      send={() => {
        void write.write((options) => client.orders[methods[action]](order.id, options))
      }}
      write={write}
      done={() => <p>Done: {summary.toLowerCase()}.</p>}
      close={close}
    >
      {action === 'close' && order.position_id !== null && (
        <Closing order={order} positionId={order.position_id} />
      )}
      <p className={styles['fine']}>{description}</p>
    </ConfirmDialog>
  )
}

function AcceptDialog({ order, close }: { readonly order: Order; readonly close: () => void }) {
  const client = useClient()
  const write = useWrite<Order>()
  const { lends } = sideOf(order, useOwnId())
  const [isTried, setIsTried] = useState(false)
  const [chosen, setChosen] = useState({ asset_wallet_id: '', collateral_wallet_id: '' })
  const options = {
    asset_wallet_id: useWalletOptions(order.asset),
    collateral_wallet_id: useWalletOptions(order.collateral_asset),
  }
  // The only wallet that can be meant is chosen already.
  const walletOf = (name: keyof typeof chosen) =>
    chosen[name] === '' && options[name].length === 1
      ? (options[name][0]?.value ?? '')
      : chosen[name]
  const body = {
    asset_wallet_id: walletOf('asset_wallet_id'),
    collateral_wallet_id: walletOf('collateral_wallet_id'),
  }
  const missing = bodyFaults(acceptOrder.body, body)
  const faults = { ...(isTried && missing), ...refusedMembers(write.written) }
  const field = (name: keyof typeof chosen, label: string) => (
    <FormField
      label={label}
      value={body[name]}
      options={options[name]}
      change={(value) => {
        setChosen({ ...chosen, [name]: value })
        write.reset()
      }}
      fault={faults[name]}
      isDisabled={write.isBusy}
    />
  )
  return (
    <ConfirmDialog
      title={`Accept order ${order.number}?`}
      action="Accept"
      send={() => {
        setIsTried(true)
        if (Object.keys(missing).length > 0) return
        void write.write((request) => client.orders.accept(order.id, body, request))
      }}
      write={write}
      done={() => <p>Accepted. The transfers are instructed.</p>}
      close={close}
    >
      <Opening
        order={order}
        lends={lends}
        assetWallet={body.asset_wallet_id}
        collateralWallet={body.collateral_wallet_id}
      />
      <div className={styles['fields']}>
        {field('asset_wallet_id', `Your wallet for ${order.asset}`)}
        {field('collateral_wallet_id', `Your wallet for ${order.collateral_asset}`)}
      </div>
      <p className={styles['fine']}>{acceptOrder.description}</p>
    </ConfirmDialog>
  )
}
