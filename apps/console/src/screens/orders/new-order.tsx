import type { CreateOrder, Order } from '@vadium/client'
import { collateralTypes, createOrder } from '@vadium/schema'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { FormField } from '../../figures/form-field.tsx'
import { bodyFaults, type Faults, refusedMembers } from '../../service/body-faults.ts'
import { type Option, useChoices } from '../../service/choices.ts'
import { agreementsQuery } from '../../service/counterparty-queries.ts'
import { useCaller } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken } from '../../service/write.ts'
import { Leg } from './movements.tsx'
import { OpeningCoverage } from './opening-coverage.tsx'
import { useWalletOptions } from './wallet-options.ts'
import styles from './orders.module.css'

const nothing = {
  asset: '',
  asset_quantity: '',
  rate_percent: '',
  collateral_asset: '',
  collateral_quantity: '',
  collateral_type: 'BILATERAL',
  asset_wallet_id: '',
  collateral_wallet_id: '',
  expires: '',
}

type Side = 'lend' | 'borrow'

const sides: readonly Option[] = [
  { value: 'lend', name: 'We lend' },
  { value: 'borrow', name: 'We borrow' },
]

interface Draft {
  readonly side: Side
  readonly counterparty: string
  readonly fields: typeof nothing
}

/** The body of the operation, as far as it is known. */
function bodyOf({ side, counterparty, fields }: Draft, ownId: string): CreateOrder {
  const { expires, collateral_type, ...members } = fields
  const [lender_id, borrower_id] = side === 'lend' ? [ownId, counterparty] : [counterparty, ownId]
  return {
    ...members,
    lender_id,
    borrower_id,
    collateral_type: collateralTypes.find((type) => type === collateral_type) ?? 'BILATERAL',
    ...(expires !== '' && { expire_time: `${expires}:00.000Z` }),
  }
}

/** Offers or requests a loan. Nothing is sent before a person has seen what would move. */
export function NewOrder() {
  const client = useClient()
  const own = useCaller()?.organization
  const navigate = useNavigate()
  const write = useWrite<Order>()
  const [draft, setDraft] = useState<Draft>({ side: 'lend', counterparty: '', fields: nothing })
  const [isTried, setIsTried] = useState(false)
  const [confirms, setConfirms] = useState(false)
  const body = bodyOf(draft, own?.id ?? '')
  const missing = bodyFaults(createOrder.body, { ...body })
  const faults = { ...(isTried && missing), ...refusedMembers(write.written) }
  const change = (changed: Partial<Draft>) => {
    setDraft({ ...draft, ...changed })
    write.reset()
  }
  const counterparties = useCounterparties(draft.side, own?.id ?? '')
  const counterparty = counterparties.find(({ value }) => value === draft.counterparty)?.name ?? ''
  return (
    <section className={styles['screen']}>
      <h1>New order</h1>
      <form
        className={`panel ${styles['form'] ?? ''}`}
        aria-label="New order"
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (Object.keys(missing).length === 0) setConfirms(true)
        }}
      >
        <Fields draft={draft} change={change} faults={faults} counterparties={counterparties} />
        <OpeningCoverage deal={draft.fields} />
        <p className={styles['fine']}>
          The margin terms are those of the agreement that is in effect at the acceptance.
        </p>
        {Object.keys(faults).length > 0 && (
          <p role="alert">Look at the fields with a fault: {Object.keys(faults).length}.</p>
        )}
        <div className={styles['buttons']}>
          <Link to="/orders" className="button">
            Leave it
          </Link>
          <Button type="submit" className="button primary">
            See what it moves …
          </Button>
        </div>
      </form>
      {confirms && own !== undefined && (
        <ConfirmDialog
          title={draft.side === 'lend' ? 'Offer this loan?' : 'Request this loan?'}
          action={createOrder.summary}
          send={() => void write.write((options) => client.orders.create(body, options))}
          write={write}
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
            if (wasTaken(write)) void navigate({ to: '/orders' })
          }}
        >
          <p>Nothing moves before {counterparty} accepts. Then:</p>
          <Legs draft={draft} own={own.name} counterparty={counterparty} />
          <OpeningCoverage deal={draft.fields} />
        </ConfirmDialog>
      )}
    </section>
  )
}

function Legs({
  draft: { side, fields },
  own,
  counterparty,
}: {
  readonly draft: Draft
  readonly own: string
  readonly counterparty: string
}) {
  const lends = side === 'lend'
  const [lender, borrower] = lends ? [own, counterparty] : [counterparty, own]
  return (
    <>
      <Leg
        sender={lender}
        receiver={borrower}
        quantity={fields.asset_quantity}
        unit={fields.asset}
        from={lends ? fields.asset_wallet_id : null}
        to={lends ? null : fields.asset_wallet_id}
      />
      <Leg
        sender={borrower}
        receiver={lender}
        quantity={fields.collateral_quantity}
        unit={fields.collateral_asset}
        from={lends ? null : fields.collateral_wallet_id}
        to={lends ? fields.collateral_wallet_id : null}
      />
    </>
  )
}

/** Those with which an agreement for this side exists. */
function useCounterparties(side: Side, ownId: string): readonly Option[] {
  const agreements = useRead(agreementsQuery).data ?? []
  return agreements
    .filter(({ lender_id, borrower_id }) => (side === 'lend' ? lender_id : borrower_id) === ownId)
    .map((agreement) =>
      side === 'lend'
        ? { value: agreement.borrower_id, name: agreement.borrower_name }
        : { value: agreement.lender_id, name: agreement.lender_name },
    )
}

function Fields({
  draft,
  change,
  faults,
  counterparties,
}: {
  readonly draft: Draft
  readonly change: (changed: Partial<Draft>) => void
  readonly faults: Faults
  readonly counterparties: readonly Option[]
}) {
  const { side, fields } = draft
  const { assets } = useChoices()
  const assetWallets = useWalletOptions(fields.asset)
  const collateralWallets = useWalletOptions(fields.collateral_asset)
  const field = (
    name: Exclude<keyof typeof nothing, 'expires'>,
    label: string,
    options?: readonly Option[],
  ) => (
    <FormField
      label={label}
      value={fields[name]}
      change={(value) => {
        change({ fields: { ...fields, [name]: value } })
      }}
      {...(options !== undefined && { options })}
      help={options === undefined ? createOrder.body.properties[name].description : undefined}
      fault={faults[name]}
    />
  )
  return (
    <div className={styles['fields']}>
      <FormField
        label="Side"
        value={side}
        options={sides}
        change={(value) => {
          change({ side: value === 'borrow' ? 'borrow' : 'lend', counterparty: '' })
        }}
      />
      <FormField
        label="Counterparty"
        value={draft.counterparty}
        options={counterparties}
        change={(counterparty) => {
          change({ counterparty })
        }}
        help="Those with which you have an agreement for this side."
        fault={faults[side === 'lend' ? 'borrower_id' : 'lender_id']}
      />
      {field('asset', 'Asset to lend', assets)}
      {field('asset_quantity', 'Quantity to lend')}
      {field('rate_percent', 'Rate, percent a year')}
      {field('collateral_asset', 'Collateral', assets)}
      {field('collateral_quantity', 'Quantity of the collateral')}
      {field(
        'collateral_type',
        'Kind of collateral',
        collateralTypes.map((value) => ({ value, name: value.toLowerCase() })),
      )}
      {field('asset_wallet_id', 'Your wallet for the asset', assetWallets)}
      {field('collateral_wallet_id', 'Your wallet for the collateral', collateralWallets)}
      <FormField
        label="Expires, UTC"
        type="datetime-local"
        value={fields.expires}
        change={(expires) => {
          change({ fields: { ...fields, expires } })
        }}
        help={createOrder.body.properties.expire_time.description}
        fault={faults['expire_time']}
      />
    </div>
  )
}
