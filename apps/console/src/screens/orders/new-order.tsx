import type { Agreement, Order } from '@vadium/client'
import { collateralTypes, createOrder } from '@vadium/schema'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form, FormInput } from '../../figures/form.tsx'
import { Read } from '../../figures/read.tsx'
import { later } from '../../figures/later.tsx'
import { Title } from '../../figures/title.tsx'
import { type Draft, textAt } from '../../service/body.ts'
import type { Option } from '../../service/choices.ts'
import { agreementsQuery } from '../../service/counterparty-queries.ts'
import { assetsQuery } from '../../service/operator-queries.ts'
import { walletsQuery } from '../../service/order-queries.ts'
import { useCaller } from '../../service/people.ts'
import { callerQuery } from '../../service/queries.ts'
import { all, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { type FormOf, useForm } from '../../service/use-form.ts'
import { wasTaken } from '../../service/write.ts'
import { AnswerDialog } from '../what-moves/answer-dialog.tsx'
import { useWalletOptions } from './wallet-options.ts'
import styles from './orders.module.css'

// It needs the margin package, once a deal is typed.
const OpeningCoverage = later(async () => (await import('./opening-coverage.tsx')).OpeningCoverage)

const sides: readonly Option[] = [
  { value: 'lend', name: 'We lend' },
  { value: 'borrow', name: 'We borrow' },
]

const begin = { side: 'lend', collateral_type: 'BILATERAL' }

const typesOfCollateral = collateralTypes.map((value) => ({ value, name: value.toLowerCase() }))

/** What is typed of a deal. */
const dealOf = (draft: Draft) => ({
  side: textAt(draft, 'side'),
  lends: textAt(draft, 'side') !== 'borrow',
  counterparty: textAt(draft, 'counterparty'),
  asset: textAt(draft, 'asset'),
  asset_quantity: textAt(draft, 'asset_quantity'),
  collateral_asset: textAt(draft, 'collateral_asset'),
  collateral_quantity: textAt(draft, 'collateral_quantity'),
})

/** The form, and the lists to choose from. */
function useOrderForm(ownId: string) {
  const { orders } = useClient()
  const agreements = useRead(agreementsQuery)
  const assets = useRead(assetsQuery)
  const wallets = useRead(walletsQuery)
  const walletOptions = useWalletOptions()
  // Who acts decides which counterparties there are.
  const choices = all<unknown>([useRead(callerQuery), agreements, assets, wallets])
  const symbols = assets.data?.map(({ symbol }) => ({ value: symbol, name: symbol })) ?? []
  const form = useForm({
    schema: createOrder.body,
    begin,
    complete: (draft) => {
      const { side, counterparty } = dealOf(draft)
      const [lender_id, borrower_id] =
        side === 'lend' ? [ownId, counterparty] : side === 'borrow' ? [counterparty, ownId] : []
      return { ...draft, lender_id: lender_id ?? '', borrower_id: borrower_id ?? '' }
    },
    offers: (draft) => {
      const { side, asset, collateral_asset } = dealOf(draft)
      return {
        side: sides,
        counterparty: counterpartiesOf(agreements.data ?? [], side, ownId),
        asset: symbols,
        collateral_asset: symbols,
        collateral_type: typesOfCollateral,
        asset_wallet_id: walletOptions(wallets.data, asset),
        collateral_wallet_id: walletOptions(wallets.data, collateral_asset),
      }
    },
    send: (body, options) => orders.create(body, options),
    afterwards: 'keep',
  })
  return { form, choices }
}

/** Offers or requests a loan. Nothing is sent before a person has seen what would move. */
export function NewOrder() {
  const ownId = useCaller()?.organization.id
  const navigate = useNavigate()
  const [confirms, setConfirms] = useState(false)
  const { form, choices } = useOrderForm(ownId ?? '')
  const deal = dealOf(form.draft)
  const counterparty =
    form.offers['counterparty']?.find(({ value }) => value === deal.counterparty)?.name ?? ''
  return (
    <section className={styles['screen']}>
      <Title>New order</Title>
      <Form
        of={form}
        name="New order"
        action="Review …"
        className={`panel ${styles['form'] ?? ''}`}
        isBlocked={choices.data === undefined}
        submit={() => {
          if (form.attempt()) setConfirms(true)
        }}
        buttons={
          <Link to="/orders" className="button">
            Cancel
          </Link>
        }
        after={
          <>
            <OpeningCoverage deal={deal} />
            <p className={styles['fine']}>
              The margin terms are those of the agreement that is in effect at the acceptance.
            </p>
          </>
        }
      >
        <Read of={choices} what="the choices">
          {() => <DealFields form={form} lends={deal.lends} />}
        </Read>
      </Form>
      {confirms && ownId !== undefined && (
        <AnswerDialog
          title={deal.lends ? 'Offer this loan?' : 'Request this loan?'}
          action={createOrder.summary}
          asked={{ operation: 'createOrder', body: { ...form.body } }}
          send={form.submit}
          write={form.write}
          done={(order) => (
            <p>
              Created:{' '}
              <Link to="/orders/$orderId" params={{ orderId: order.id }}>
                order {order.number}
              </Link>
              . {counterparty} answers it.
            </p>
          )}
          close={() => {
            setConfirms(false)
            // What was sent is not sent again by a press on the same form.
            if (wasTaken(form.write)) void navigate({ to: '/orders' })
          }}
        >
          <p>Nothing moves before {counterparty} accepts.</p>
        </AnswerDialog>
      )}
    </section>
  )
}

/** Those with which an agreement for this side exists. */
function counterpartiesOf(
  agreements: readonly Agreement[],
  side: string,
  ownId: string,
): readonly Option[] {
  return agreements.flatMap(({ lender_id, lender_name, borrower_id, borrower_name }) => {
    if (side === 'lend' && lender_id === ownId) return [{ value: borrower_id, name: borrower_name }]
    if (side === 'borrow' && borrower_id === ownId) return [{ value: lender_id, name: lender_name }]
    return []
  })
}

function DealFields({ form, lends }: { readonly form: FormOf<Order>; readonly lends: boolean }) {
  const field = (name: string, label: string) => <FormInput of={form} name={name} label={label} />
  return (
    <div className={styles['fields']}>
      <FormInput
        of={form}
        name="side"
        member={lends ? 'lender_id' : 'borrower_id'}
        label="Side"
        change={(side) => {
          // An agreement is for one side: the other side has other counterparties.
          form.change({ side, counterparty: '' })
        }}
      />
      <FormInput
        of={form}
        name="counterparty"
        member={lends ? 'borrower_id' : 'lender_id'}
        label="Counterparty"
        help="Those with which you have an agreement for this side."
      />
      {field('asset', 'Asset to lend')}
      {field('asset_quantity', 'Quantity to lend')}
      {field('rate_percent', 'Rate, percent a year')}
      {field('collateral_asset', 'Collateral')}
      {field('collateral_quantity', 'Quantity of the collateral')}
      {field('collateral_type', 'Kind of collateral')}
      {field('asset_wallet_id', 'Your wallet for the asset')}
      {field('collateral_wallet_id', 'Your wallet for the collateral')}
      <FormInput of={form} name="expire_time" label="Expires, UTC" type="datetime-local" />
      <FormInput of={form} name="maturity_time" label="Maturity, UTC" type="datetime-local" />
    </div>
  )
}
