import type { OrderRequest } from '@vadium/client'
import { acceptOrderRequest } from '@vadium/schema'
import { Fields, FormInput } from '../../figures/form.tsx'
import { Read } from '../../figures/read.tsx'
import { textAt } from '../../service/body.ts'
import { walletsQuery } from '../../service/order-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { onlyOf, useWalletOptions } from '../orders/wallet-options.ts'
import styles from '../orders/orders.module.css'
import { AnswerDialog } from '../what-moves/answer-dialog.tsx'

const wallet = 'collateral_wallet_id'

/** The lender chooses which of its wallets receives the new collateral. */
export function AcceptExchange({
  request: { id, order_id_pretty: number, new_collateral_asset: given, collateral_asset: replaced },
  close,
}: {
  readonly request: OrderRequest
  readonly close: () => void
}) {
  const { orderRequests } = useClient()
  const wallets = useRead(walletsQuery)
  const asset = given ?? ''
  const options = useWalletOptions()(wallets.data, asset)
  const form = useForm({
    schema: acceptOrderRequest.body,
    alsoRequired: [wallet],
    complete: (draft) => ({ [wallet]: onlyOf(options), ...draft }),
    offers: () => ({ [wallet]: options }),
    send: (body, sending) => orderRequests.accept(id, body, sending),
    afterwards: 'keep',
  })
  return (
    <AnswerDialog
      title={`Accept the substitution of order ${number}?`}
      action="Accept"
      asked={
        textAt(form.draft, wallet) === ''
          ? undefined
          : { operation: 'acceptOrderRequest', id, body: { ...form.body } }
      }
      ask={`Choose your wallet for the ${asset}: then this shows what moves.`}
      send={form.submit}
      canSend={wallets.data !== undefined}
      write={form.write}
      done={() => <p>Accepted. The transfer of the {asset} is instructed.</p>}
      close={close}
    >
      <Read of={wallets} what="your wallets">
        {() => (
          <Fields of={form}>
            <div className={styles['fields']}>
              <FormInput of={form} name={wallet} label={`Your wallet for the ${asset}`} />
            </div>
          </Fields>
        )}
      </Read>
      <p className={styles['fine']}>
        Once the {asset} has arrived and meets the requirement at the prices of then, it is the
        collateral, and all of the {replaced} is sent back. If it does not, it is sent back itself.
      </p>
    </AnswerDialog>
  )
}
