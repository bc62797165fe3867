import type { Order } from '@vadium/client'
import { changeOrderWallets } from '@vadium/schema'
import { Fields, FormInput } from '../../figures/form.tsx'
import { Read } from '../../figures/read.tsx'
import { walletsQuery } from '../../service/order-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { type FormOf, useForm } from '../../service/use-form.ts'
import { AnswerDialog } from '../what-moves/answer-dialog.tsx'
import { sideOf } from './order-words.tsx'
import styles from './orders.module.css'
import { useWalletName, useWalletOptions } from './wallet-options.ts'

/** The wallets that a side of a deal names in place of its present ones. */
export function ChangeWalletsDialog({
  order,
  close,
}: {
  readonly order: Order
  readonly close: () => void
}) {
  const { orders } = useClient()
  const { lends } = sideOf(order, useOwnId())
  const wallets = useRead(walletsQuery)
  const walletOptions = useWalletOptions()
  const present = lends
    ? { asset: order.lender_asset_wallet_id, collateral: order.lender_collateral_wallet_id }
    : { asset: order.borrower_asset_wallet_id, collateral: order.borrower_collateral_wallet_id }
  const others = (asset: string, id: string | null) =>
    walletOptions(wallets.data, asset).filter(({ value }) => value !== id)
  const form = useForm({
    schema: changeOrderWallets.body,
    offers: () => ({
      asset_wallet_id: others(order.asset, present.asset),
      collateral_wallet_id: others(order.collateral_asset, present.collateral),
    }),
    send: (body, options) => orders.changeWallets(order.id, body, options),
    afterwards: 'keep',
  })
  const { asset_wallet_id: asset, collateral_wallet_id: collateral } = form.body
  const asked =
    asset === undefined && collateral === undefined
      ? undefined
      : ({ operation: 'changeOrderWallets', id: order.id, body: { ...form.body } } as const)
  return (
    <AnswerDialog
      title={`Change your wallets of order ${order.number}?`}
      action="Change"
      asked={asked}
      ask="Choose another wallet for one of them."
      send={form.submit}
      canSend={wallets.data !== undefined}
      write={form.write}
      done={() => <p>Changed. Transfers instructed from now on use the new wallet.</p>}
      close={close}
    >
      <Read of={wallets} what="your wallets">
        {() => (
          <Fields of={form}>
            <div className={styles['fields']}>
              <NewWallet
                form={form}
                name="asset_wallet_id"
                asset={order.asset}
                present={present.asset}
              />
              <NewWallet
                form={form}
                name="collateral_wallet_id"
                asset={order.collateral_asset}
                present={present.collateral}
              />
            </div>
          </Fields>
        )}
      </Read>
      <p className={styles['fine']}>{changeOrderWallets.description}</p>
    </AnswerDialog>
  )
}

function NewWallet({
  form,
  name,
  asset,
  present,
}: {
  readonly form: FormOf<Order>
  readonly name: string
  readonly asset: string
  readonly present: string | null
}) {
  return (
    <FormInput
      of={form}
      name={name}
      label={`Your new wallet for ${asset}`}
      help={`Now: ${useWalletName(present)}`}
    />
  )
}
