import type { Approval, NewOrderRequest, OrderRequest, Position } from '@vadium/client'
import {
  createOrderRequest,
  type OrderRequestChange,
  orderRequestChanges,
  type OrderRequestKind,
  orderRequestKinds,
} from '@vadium/schema'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { FormField } from '../../figures/form-field.tsx'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { bodyFaults, type Faults, refusedMembers } from '../../service/body-faults.ts'
import { positionQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken, type Write } from '../../service/write.ts'
import { PendingNotice, pendingFor, usePendingOfOrder } from '../approvals/pending.tsx'
import { RequestMovement } from './request-movement.tsx'
import styles from '../orders/orders.module.css'

/** Asks for the asset back, to give it back, or for another rate. */
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

const nothing = { quantity: '', rate_percent: '', effective: '', note: '' }

const timeOf = (day: string) => `${day}:00.000Z`

interface Members {
  /** Those that the schema requires of this change in words. */
  readonly required: readonly string[]
  readonly of: (
    fields: typeof nothing,
  ) => Pick<NewOrderRequest, 'quantity' | 'rate_percent' | 'effective_time'>
}

/** The members of each change. */
const members: Readonly<Record<OrderRequestChange, Members>> = {
  quantity: {
    required: [],
    of: ({ quantity }) => (quantity === '' ? {} : { quantity }),
  },
  rate: {
    required: ['rate_percent'],
    of: ({ rate_percent, effective }) => ({
      ...(rate_percent !== '' && { rate_percent }),
      ...(effective !== '' && { effective_time: timeOf(effective) }),
    }),
  },
}

function bodyOf(
  kind: OrderRequestKind,
  position_id: string,
  fields: typeof nothing,
): NewOrderRequest {
  const note = fields.note.trim()
  const asked = members[orderRequestChanges[kind]].of(fields)
  return { position_id, kind, ...asked, ...(note !== '' && { note }) }
}

function faultsOf(body: NewOrderRequest) {
  const required = [
    ...createOrderRequest.body.required,
    ...members[orderRequestChanges[body.kind]].required,
  ]
  return bodyFaults({ properties: createOrderRequest.body.properties, required }, { ...body })
}

/** The kinds, each with whether it may be requested of this position now. */
const kindsOf = ({ actions }: Position) =>
  orderRequestKinds.map((kind) => ({ kind, offer: actions.find(({ action }) => action === kind) }))

function Request({ position }: { readonly position: Position }) {
  const client = useClient()
  const navigate = useNavigate()
  const write = useWrite<OrderRequest>()
  const [chosen, setChosen] = useState<OrderRequestKind>()
  const [fields, setFields] = useState(nothing)
  const [isTried, setIsTried] = useState(false)
  const [confirms, setConfirms] = useState(false)
  const kinds = kindsOf(position)
  const kind =
    chosen ?? kinds.find(({ offer }) => offer?.available === true)?.kind ?? orderRequestKinds[0]
  const reason = kinds.find((one) => one.kind === kind)?.offer?.reason ?? undefined
  const pending = usePendingOfOrder(position.order_id)
  const isPending =
    pendingFor(pending, 'createOrderRequest', position.id, `"kind":"${kind}"`) !== undefined
  const body = bodyOf(kind, position.id, fields)
  const missing = faultsOf(body)
  const faults = { ...(isTried && missing), ...refusedMembers(write.written) }
  return (
    <section className={styles['screen']}>
      <Head position={position} pending={pending} />
      <form
        className={`panel ${styles['form'] ?? ''}`}
        aria-label="New request"
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (Object.keys(missing).length === 0) setConfirms(true)
        }}
      >
        <div className={styles['fields']}>
          <KindField
            kind={kind}
            position={position}
            fault={reason ?? faults['kind']}
            choose={(value) => {
              setChosen(value)
              write.reset()
            }}
          />
          <Fields
            kind={kind}
            asset={position.asset}
            fields={fields}
            faults={faults}
            change={(changed) => {
              setFields({ ...fields, ...changed })
              write.reset()
            }}
          />
        </div>
        <div className={styles['buttons']}>
          <Link to="/positions/$positionId" params={{ positionId: position.id }} className="button">
            Leave it
          </Link>
          <Button
            type="submit"
            className="button primary"
            isDisabled={reason !== undefined || isPending}
          >
            See what it moves …
          </Button>
        </div>
      </form>
      {confirms && (
        <Confirmation
          body={body}
          position={position}
          write={write}
          send={() => void write.write((options) => client.orderRequests.create(body, options))}
          close={() => {
            setConfirms(false)
            if (!wasTaken(write)) return
            void navigate({ to: '/positions/$positionId', params: { positionId: position.id } })
          }}
        />
      )}
    </section>
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
      <h1>
        New request: order {order_id_pretty}, {lender_name} lends to {borrower_name}
      </h1>
      <PendingNotice approvals={pending} />
    </>
  )
}

function KindField({
  kind,
  position,
  fault,
  choose,
}: {
  readonly kind: OrderRequestKind
  readonly position: Position
  readonly fault: string | undefined
  readonly choose: (kind: OrderRequestKind | undefined) => void
}) {
  return (
    <FormField
      label="Kind"
      value={kind}
      options={kindsOf(position).map((one) => ({
        value: one.kind,
        name: one.offer?.available === true ? one.kind : `${one.kind} (not now)`,
      }))}
      change={(value) => {
        choose(orderRequestKinds.find((name) => name === value))
      }}
      help={createOrderRequest.body.properties.kind.description}
      fault={fault}
    />
  )
}

function Fields({
  kind,
  asset,
  fields,
  faults,
  change,
}: {
  readonly kind: OrderRequestKind
  readonly asset: string
  readonly fields: typeof nothing
  readonly faults: Faults
  readonly change: (changed: Partial<typeof nothing>) => void
}) {
  const field = (
    name: keyof typeof nothing,
    label: string,
    member: 'quantity' | 'rate_percent' | 'effective_time' | 'note',
  ) => (
    <FormField
      label={label}
      type={name === 'effective' ? 'datetime-local' : 'text'}
      value={fields[name]}
      change={(value) => {
        change({ [name]: value })
      }}
      help={createOrderRequest.body.properties[member].description}
      fault={faults[member]}
    />
  )
  const own: Readonly<Record<OrderRequestChange, ReactNode>> = {
    quantity: field('quantity', `Quantity of ${asset}`, 'quantity'),
    rate: (
      <>
        {field('rate_percent', 'New rate, percent a year', 'rate_percent')}
        {field('effective', 'From, UTC', 'effective_time')}
      </>
    ),
  }
  return (
    <>
      {own[orderRequestChanges[kind]]}
      {field('note', 'Note', 'note')}
    </>
  )
}

function Confirmation({
  body,
  position,
  write,
  send,
  close,
}: {
  readonly body: NewOrderRequest
  readonly position: Position
  readonly write: Write<OrderRequest>
  readonly send: () => void
  readonly close: () => void
}) {
  return (
    <ConfirmDialog
      title={`Order ${position.order_id_pretty}: ask for this ${body.kind}?`}
      action={createOrderRequest.summary}
      send={send}
      write={write}
      done={(request) => (
        <p>
          Created:{' '}
          <Link to="/order-requests/$requestId" params={{ requestId: request.id }}>
            the {request.kind}
          </Link>
          . The other side answers it.
        </p>
      )}
      close={close}
    >
      <p>Nothing changes before the other side accepts. Then:</p>
      <RequestMovement
        kind={body.kind}
        quantity={body.quantity ?? null}
        ratePercent={body.rate_percent ?? null}
        position={position}
      />
    </ConfirmDialog>
  )
}
