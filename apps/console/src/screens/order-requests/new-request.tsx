import type { Approval, OrderRequest, Position } from '@vadium/client'
import {
  createOrderRequest,
  type OrderRequestChange,
  orderRequestChanges,
  type OrderRequestKind,
  orderRequestKinds,
} from '@vadium/schema'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Form, FormInput } from '../../figures/form.tsx'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { Title } from '../../figures/title.tsx'
import { reasonWords } from '../../figures/state-words.ts'
import { type Draft, textAt } from '../../service/body.ts'
import type { Option } from '../../service/choices.ts'
import { agreementsQuery } from '../../service/counterparty-queries.ts'
import { useNow } from '../../service/now.ts'
import { walletsQuery } from '../../service/order-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { positionQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { type FormOf, useForm } from '../../service/use-form.ts'
import { wasTaken } from '../../service/write.ts'
import { PendingNotice, pendingFor, usePendingOfOrder } from '../approvals/pending.tsx'
import { AnswerDialog } from '../what-moves/answer-dialog.tsx'
import { counterpartyOf } from '../positions/counterparty.ts'
import { versionInEffect } from '../terms/version-in-effect.ts'
import { onlyOf, useWalletOptions } from '../orders/wallet-options.ts'
import styles from '../orders/orders.module.css'

/**
 * Asks for the asset back, to give it back, for another rate, the newest terms or a later maturity,
 * or to give another collateral.
 */
export function NewRequest() {
  const { position: id } = useSearch({ from: '/order-requests/new' })
  if (id === undefined) return <Empty>Open a position to request something of it.</Empty>
  return <OfPosition id={id} />
}

function OfPosition({ id }: { readonly id: string }) {
  return (
    <Read of={useRead(positionQuery, id)} what="the position">
      {(position) => <Request key={id} position={position} />}
    </Read>
  )
}

/** What the schema requires of each change in words. */
const required: Readonly<Record<OrderRequestChange, readonly string[]>> = {
  quantity: [],
  rate: ['rate_percent'],
  terms: ['terms_version'],
  maturity: ['maturity_time'],
  collateral: ['collateral_asset', 'collateral_quantity', 'collateral_wallet_id'],
}

const noCollateral = { collateral_asset: '', collateral_quantity: '', collateral_wallet_id: '' }

/** What only requests of another change have. It is not sent, although it may have been typed. */
const notOf: Readonly<Record<OrderRequestChange, Draft>> = {
  quantity: { rate_percent: '', effective_time: '', maturity_time: '', ...noCollateral },
  rate: { quantity: '', maturity_time: '', ...noCollateral },
  terms: {
    ...{ quantity: '', rate_percent: '', effective_time: '', maturity_time: '' },
    ...noCollateral,
  },
  maturity: { quantity: '', rate_percent: '', effective_time: '', ...noCollateral },
  collateral: { quantity: '', rate_percent: '', effective_time: '', maturity_time: '' },
}

/** The kinds under the terms of a position, each with whether it may be requested now. */
const kindsOf = ({ actions }: Position) =>
  orderRequestKinds.flatMap((kind) => {
    const offer = actions.find(({ action }) => action === kind)
    return offer === undefined ? [] : [{ kind, offer }]
  })

const ofTerms = (version: string): Option => ({ value: version, name: `Version ${version}` })

/** The number of the newest version in effect between the sides. Empty while it is not known. */
function useNewestVersion({ lender_id, borrower_id }: Position): string {
  const agreements = useRead(agreementsQuery)
  const now = useNow()
  const agreement = agreements.data?.find(
    (one) => one.lender_id === lender_id && one.borrower_id === borrower_id,
  )
  return String((agreement && versionInEffect(agreement, now)?.version) ?? '')
}

const optionOf = ({ kind, offer }: ReturnType<typeof kindsOf>[number]): Option => ({
  value: kind,
  name: offer.available ? kind : `${kind} (not now)`,
})

/** What is typed of a request of a kind. */
function useRequestForm(
  position: Position,
  kinds: ReturnType<typeof kindsOf>,
  kind: OrderRequestKind,
) {
  const { orderRequests } = useClient()
  const change = orderRequestChanges[kind]
  const newest = useNewestVersion(position)
  const wallets = useRead(walletsQuery)
  const walletOptions = useWalletOptions()
  const substitutes = position.substitute_assets.map((asset) => ({ value: asset, name: asset }))
  const walletsFor = (asset: string) => walletOptions(wallets.data, asset)
  const withOnlyChoices = (draft: Draft): Draft => {
    const chosen = { collateral_asset: onlyOf(substitutes), ...draft }
    const asset = textAt(chosen, 'collateral_asset')
    return { collateral_wallet_id: onlyOf(walletsFor(asset)), ...chosen }
  }
  return useForm({
    schema: createOrderRequest.body,
    alsoRequired: required[change],
    complete: (draft) => ({
      ...withOnlyChoices(draft),
      terms_version: change === 'terms' ? newest : '',
      ...notOf[change],
      kind,
      position_id: position.id,
    }),
    offers: (draft) => ({
      kind: kinds.map(optionOf),
      ...(change === 'collateral' && {
        collateral_asset: substitutes,
        collateral_wallet_id: walletsFor(textAt(draft, 'collateral_asset')),
      }),
      ...(change === 'terms' && { terms_version: newest === '' ? [] : [ofTerms(newest)] }),
    }),
    send: (body, options) => orderRequests.create(body, options),
    afterwards: 'keep',
  })
}

function Request({ position }: { readonly position: Position }) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<OrderRequestKind>()
  const [confirms, setConfirms] = useState(false)
  const kinds = kindsOf(position)
  const kind = chosen ?? kinds.find(({ offer }) => offer.available)?.kind ?? orderRequestKinds[0]
  const change = orderRequestChanges[kind]
  const form = useRequestForm(position, kinds, kind)
  const reason = kinds.find((one) => one.kind === kind)?.offer.reason ?? undefined
  const pending = usePendingOfOrder(position.order_id)
  const isPending =
    pendingFor(pending, 'createOrderRequest', position.id, `"kind":"${kind}"`) !== undefined
  return (
    <section className={styles['screen']}>
      <Head position={position} pending={pending} />
      <Form
        of={form}
        name="New request"
        action="Review …"
        className={`panel ${styles['form'] ?? ''}`}
        submit={() => {
          // What is confirmed stays what it is, whatever becomes possible meanwhile.
          setChosen(kind)
          if (form.attempt()) setConfirms(true)
        }}
        isBlocked={reason !== undefined || isPending}
        buttons={
          <Link to="/positions/$positionId" params={{ positionId: position.id }} className="button">
            Cancel
          </Link>
        }
      >
        <div className={styles['fields']}>
          <FormInput
            of={form}
            name="kind"
            label="Kind"
            change={(value) => {
              setChosen(orderRequestKinds.find((name) => name === value))
              form.write.reset()
            }}
            help={createOrderRequest.body.properties.kind.description}
            fault={reason === undefined ? form.faults['kind'] : reasonWords(reason)}
          />
          {askedFields[change](form, position)}
          <FormInput of={form} name="note" label="Note" />
        </div>
      </Form>
      {confirms && (
        <Confirmation
          kind={kind}
          position={position}
          form={form}
          close={() => {
            setConfirms(false)
            if (!wasTaken(form.write)) return
            void navigate({ to: '/positions/$positionId', params: { positionId: position.id } })
          }}
        />
      )}
    </section>
  )
}

type Fields = (form: FormOf<OrderRequest>, position: Position) => ReactNode

/** What is typed or chosen for each change. */
const askedFields: Readonly<Record<OrderRequestChange, Fields>> = {
  quantity: (form, position) => <Quantity form={form} position={position} />,
  rate: (form) => (
    <>
      <FormInput of={form} name="rate_percent" label="New rate, percent a year" />
      <FormInput of={form} name="effective_time" label="From, UTC" type="datetime-local" />
    </>
  ),
  terms: (form) => <FormInput of={form} name="terms_version" label="Version of the terms" />,
  maturity: (form) => (
    <FormInput of={form} name="maturity_time" label="New maturity, UTC" type="datetime-local" />
  ),
  collateral: (form) => (
    <>
      <FormInput of={form} name="collateral_asset" label="New collateral" />
      <FormInput of={form} name="collateral_quantity" label="Quantity of it" />
      <FormInput of={form} name="collateral_wallet_id" label="From your wallet" />
    </>
  ),
}

/** How much of the asset, beside how much is lent. */
function Quantity({
  form,
  position: { asset, asset_quantity: lent },
}: {
  readonly form: FormOf<OrderRequest>
  readonly position: Position
}) {
  return (
    <FormInput
      of={form}
      name="quantity"
      label={`Quantity of ${asset}`}
      placeholder={`all: ${lent}`}
      help={`${lent} ${asset} are lent. Left empty, all of it is asked for, and the order closes.`}
    />
  )
}

function Head({
  position: { order_id_pretty, lender_name, borrower_name },
  pending,
}: {
  readonly position: Position
  readonly pending: readonly Approval[]
}) {
  return (
    <>
      <Title>
        New request: order {order_id_pretty}, {lender_name} lends to {borrower_name}
      </Title>
      <PendingNotice approvals={pending} />
    </>
  )
}

function Confirmation({
  kind,
  position,
  form,
  close,
}: {
  readonly kind: OrderRequestKind
  readonly position: Position
  readonly form: FormOf<OrderRequest>
  readonly close: () => void
}) {
  const other = counterpartyOf(position, useOwnId())
  return (
    <AnswerDialog
      title={`Order ${position.order_id_pretty}: ask for this ${kind}?`}
      action={createOrderRequest.summary}
      asked={{ operation: 'createOrderRequest', body: { ...form.body } }}
      send={form.submit}
      write={form.write}
      done={(request) => (
        <p>
          Created:{' '}
          <Link to="/order-requests/$requestId" params={{ requestId: request.id }}>
            the {request.kind}
          </Link>
        </p>
      )}
      close={close}
    >
      <p>Nothing changes before {other.name} accepts.</p>
    </AnswerDialog>
  )
}
