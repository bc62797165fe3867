import type { Order } from '@vadium/client'
import { collateralTypes, createOrder } from '@vadium/schema'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import { type Draft, textAt } from '../../service/body.ts'
import { type Option, useChoices } from '../../service/choices.ts'
import { agreementsQuery } from '../../service/counterparty-queries.ts'
import { useCaller } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { type FormOf, useForm } from '../../service/use-form.ts'
import { wasTaken } from '../../service/write.ts'
import { Leg } from './movements.tsx'
import { OpeningCoverage } from './opening-coverage.tsx'
import { useWalletOptions } from './wallet-options.ts'
import styles from './orders.module.css'

const sides: readonly Option[] = [
  { value: 'lend', name: 'We lend' },
  { value: 'borrow', name: 'We borrow' },
]

const begin = { side: 'lend', collateral_type: 'BILATERAL' }

const typesOfCollateral = collateralTypes.map((value) => ({ value, name: value.toLowerCase() }))

/** What is typed of a deal. */
const dealOf = (draft: Draft) => ({
  lends: draft['side'] !== 'borrow',
  counterparty: textAt(draft, 'counterparty'),
  asset: textAt(draft, 'asset'),
  asset_quantity: textAt(draft, 'asset_quantity'),
  asset_wallet_id: textAt(draft, 'asset_wallet_id'),
  collateral_asset: textAt(draft, 'collateral_asset'),
  collateral_quantity: textAt(draft, 'collateral_quantity'),
  collateral_wallet_id: textAt(draft, 'collateral_wallet_id'),
})

type Deal = ReturnType<typeof dealOf>

/** Offers or requests a loan. Nothing is sent before a person has seen what would move. */
export function NewOrder() {
  const { orders } = useClient()
  const own = useCaller()?.organization
  const navigate = useNavigate()
  const [confirms, setConfirms] = useState(false)
  const form = useForm({
    schema: createOrder.body,
    begin,
    complete: (draft) => {
      const { lends, counterparty } = dealOf(draft)
      const [lender_id, borrower_id] = lends
        ? [own?.id ?? '', counterparty]
        : [counterparty, own?.id ?? '']
      return { ...draft, lender_id, borrower_id }
    },
    send: (body, options) => orders.create(body, options),
    afterwards: 'keep',
  })
  const deal = dealOf(form.draft)
  const counterparties = useCounterparties(deal.lends, own?.id ?? '')
  const counterparty = counterparties.find(({ value }) => value === deal.counterparty)?.name ?? ''
  return (
    <section className={styles['screen']}>
      <h1>New order</h1>
      <Form
        of={form}
        name="New order"
        action="See what it moves …"
        className={`panel ${styles['form'] ?? ''}`}
        submit={() => {
          if (form.attempt()) setConfirms(true)
        }}
        buttons={
          <Link to="/orders" className="button">
            Leave it
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
        <DealFields form={form} deal={deal} counterparties={counterparties} />
      </Form>
      {confirms && own !== undefined && (
        <ConfirmDialog
          title={deal.lends ? 'Offer this loan?' : 'Request this loan?'}
          action={createOrder.summary}
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
          <p>Nothing moves before {counterparty} accepts. Then:</p>
          <Legs deal={deal} own={own.name} counterparty={counterparty} />
          <OpeningCoverage deal={deal} />
        </ConfirmDialog>
      )}
    </section>
  )
}

function Legs({
  deal: { lends, ...deal },
  own,
  counterparty,
}: {
  readonly deal: Deal
  readonly own: string
  readonly counterparty: string
}) {
  const [lender, borrower] = lends ? [own, counterparty] : [counterparty, own]
  return (
    <>
      <Leg
        sender={lender}
        receiver={borrower}
        quantity={deal.asset_quantity}
        unit={deal.asset}
        from={lends ? deal.asset_wallet_id : null}
        to={lends ? null : deal.asset_wallet_id}
      />
      <Leg
        sender={borrower}
        receiver={lender}
        quantity={deal.collateral_quantity}
        unit={deal.collateral_asset}
        from={lends ? null : deal.collateral_wallet_id}
        to={lends ? deal.collateral_wallet_id : null}
      />
    </>
  )
}

/** Those with which an agreement for this side exists. */
function useCounterparties(lends: boolean, ownId: string): readonly Option[] {
  const agreements = useRead(agreementsQuery).data ?? []
  return agreements
    .filter(({ lender_id, borrower_id }) => (lends ? lender_id : borrower_id) === ownId)
    .map((agreement) =>
      lends
        ? { value: agreement.borrower_id, name: agreement.borrower_name }
        : { value: agreement.lender_id, name: agreement.lender_name },
    )
}

function DealFields({
  form,
  deal,
  counterparties,
}: {
  readonly form: FormOf<Order>
  readonly deal: Deal
  readonly counterparties: readonly Option[]
}) {
  const { assets } = useChoices()
  const field = (name: string, label: string, options?: readonly Option[]) => (
    <FormInput of={form} name={name} label={label} options={options} />
  )
  return (
    <div className={styles['fields']}>
      {field('side', 'Side', sides)}
      <FormInput
        of={form}
        name="counterparty"
        member={deal.lends ? 'borrower_id' : 'lender_id'}
        label="Counterparty"
        options={counterparties}
        help="Those with which you have an agreement for this side."
      />
      {field('asset', 'Asset to lend', assets)}
      {field('asset_quantity', 'Quantity to lend')}
      {field('rate_percent', 'Rate, percent a year')}
      {field('collateral_asset', 'Collateral', assets)}
      {field('collateral_quantity', 'Quantity of the collateral')}
      {field('collateral_type', 'Kind of collateral', typesOfCollateral)}
      {field('asset_wallet_id', 'Your wallet for the asset', useWalletOptions(deal.asset))}
      {field(
        'collateral_wallet_id',
        'Your wallet for the collateral',
        useWalletOptions(deal.collateral_asset),
      )}
      <FormInput of={form} name="expire_time" label="Expires, UTC" type="datetime-local" />
    </div>
  )
}
