import type { Order } from '@vadium/client'
import { changeOrderWallets } from '@vadium/schema'
import { useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { FormField } from '../../figures/form-field.tsx'
import { type Faults, refusedMembers } from '../../service/body-faults.ts'
import { useOwnId } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { sideOf } from './order-words.tsx'
import { useWalletName, useWalletOptions } from './wallet-options.ts'
import styles from './orders.module.css'

/** The wallets that a side of a deal names in place of its present ones. */
export function ChangeWalletsDialog({
  order,
  close,
}: {
  readonly order: Order
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<Order>()
  const { lends } = sideOf(order, useOwnId())
  const [isTried, setIsTried] = useState(false)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  // A wallet that is chosen no more is not named.
  const body = Object.fromEntries(Object.entries(chosen).filter(([, id]) => id !== ''))
  const present = {
    asset_wallet_id: lends ? order.lender_asset_wallet_id : order.borrower_asset_wallet_id,
    collateral_wallet_id: lends
      ? order.lender_collateral_wallet_id
      : order.borrower_collateral_wallet_id,
  }
  const options = {
    asset_wallet_id: useWalletOptions(order.asset),
    collateral_wallet_id: useWalletOptions(order.collateral_asset),
  }
  const names = {
    asset_wallet_id: useWalletName(present.asset_wallet_id),
    collateral_wallet_id: useWalletName(present.collateral_wallet_id),
  }
  const isMissing = Object.keys(body).length === 0
  const faults: Faults = {
    ...(isTried && isMissing && { asset_wallet_id: 'choose at least one wallet' }),
    ...refusedMembers(write.written),
  }
  const field = (name: keyof typeof present, asset: string) => (
    <FormField
      label={`Your new wallet for ${asset}`}
      help={`Now: ${names[name]}`}
      value={chosen[name] ?? ''}
      options={options[name].filter(({ value }) => value !== present[name])}
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
      title={`Change your wallets of order ${order.number}?`}
      action="Change"
      send={() => {
        setIsTried(true)
        if (isMissing) return
        void write.write((request) => client.orders.changeWallets(order.id, body, request))
      }}
      write={write}
      done={() => <p>Changed. Transfers instructed from now on use the new wallet.</p>}
      close={close}
    >
      <div className={styles['fields']}>
        {field('asset_wallet_id', order.asset)}
        {field('collateral_wallet_id', order.collateral_asset)}
      </div>
      <p className={styles['fine']}>{changeOrderWallets.description}</p>
    </ConfirmDialog>
  )
}
