import type { MarkToMarketRequest, Order, Position } from '@vadium/client'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { Figure } from '../../figures/figure.tsx'
import { Failure, Loading } from '../../figures/states.tsx'
import { Written } from '../../figures/written.tsx'
import { orderQuery, positionQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import styles from './calls.module.css'
import {
  type CounterValuation,
  counterValuation,
  type DisputedInput,
  disputedInputs,
  theirValue,
} from './counter-valuation.ts'

/** Disputes a call by the input that is seen differently. The amount follows from it. */
export function DisputeForm({
  call,
  close,
}: {
  readonly call: MarkToMarketRequest
  readonly close: () => void
}) {
  const client = useClient()
  const position = useQuery(positionQuery(client, call.position_id))
  const order = useQuery(orderQuery(client, call.order_id))
  if (position.isError) return <Failure error={position.error} what="the position" />
  if (order.isError) return <Failure error={order.error} what="the order" />
  if (position.data === undefined || order.data === undefined) return <Loading what="the terms" />
  return <Form call={call} position={position.data} order={order.data} close={close} />
}

const isInput = (name: string): name is DisputedInput => Object.hasOwn(disputedInputs, name)

function Form({
  call,
  position,
  order,
  close,
}: {
  readonly call: MarkToMarketRequest
  readonly position: Position
  readonly order: Order
  readonly close: () => void
}) {
  const client = useClient()
  const ids = useId()
  const { written, isBusy, write } = useWrite<MarkToMarketRequest>()
  const [input, setInput] = useState<DisputedInput>('asset_price')
  const [value, setValue] = useState('')
  const [note, setNote] = useState('')
  const theirs = theirValue(input, call, position)
  const counter = value === '' ? undefined : counterValuation(input, value, { call, position, order })
  const computed = typeof counter === 'object' ? counter : undefined

  const send = () => {
    if (computed === undefined) return
    const body = {
      counter_notional_usd: computed.counterUsd,
      reason: disputedInputs[input].reason,
      ...(note.trim() !== '' && { note: note.trim() }),
    }
    void write((options) => client.markToMarketRequests.dispute(call.id, body, options))
  }

  return (
    <form
      className={`panel ${styles['dispute'] ?? ''}`}
      aria-label="Dispute"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h2>Dispute: which input do you see differently?</h2>
      <div className={styles['fields']}>
        <div className={styles['field']}>
          <label htmlFor={`${ids}input`}>Input</label>
          <select
            id={`${ids}input`}
            value={input}
            onChange={({ target }) => {
              if (isInput(target.value)) setInput(target.value)
              setValue('')
            }}
          >
            {Object.entries(disputedInputs).map(([name, { name: label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className={styles['field']}>
          <span>Theirs</span>
          <Figure value={theirs} />
        </div>
        <div className={styles['field']}>
          <label htmlFor={`${ids}value`}>Ours</label>
          <input
            id={`${ids}value`}
            inputMode="decimal"
            autoComplete="off"
            placeholder={theirs}
            value={value}
            onChange={({ target }) => {
              setValue(target.value.trim())
            }}
          />
        </div>
        <div className={styles['field']}>
          <label htmlFor={`${ids}note`}>Note for them</label>
          <input
            id={`${ids}note`}
            maxLength={500}
            value={note}
            onChange={({ target }) => {
              setNote(target.value)
            }}
          />
        </div>
      </div>
      {typeof counter === 'string' && <p role="alert">Our value {counter}.</p>}
      {computed !== undefined && <Effect call={call} counter={computed} />}
      <Written written={written} done={() => <p>Your dispute was sent.</p>} />
      <div className={styles['buttons']}>
        <Button className="button" onPress={close}>
          Leave it
        </Button>
        <Button
          type="submit"
          className="button primary"
          isDisabled={isBusy || computed === undefined || written.state === 'done'}
        >
          Send the dispute
        </Button>
      </div>
    </form>
  )
}

/** What moves at once, and what stays open, before anything is sent. */
function Effect({
  call,
  counter,
}: {
  readonly call: MarkToMarketRequest
  readonly counter: CounterValuation
}) {
  return (
    <div className={styles['effect']} aria-live="polite">
      <p>
        Called: <Figure value={call.notional_usd} unit="USD" /> · by our value:{' '}
        <Figure value={counter.counterUsd} unit="USD" />
      </p>
      <p>
        <strong>
          Moves at once: <Figure value={counter.agreedCollateral} unit={call.collateral_asset} />
        </strong>{' '}
        (<Figure value={counter.agreedUsd} unit="USD" />) · stays open:{' '}
        <Figure value={counter.disputedUsd} unit="USD" />
      </p>
      <p className={styles['fine']}>
        {counter.outcome === 'disputed'
          ? 'The difference is beyond the tolerance of the agreement: it is a dispute.'
          : 'The difference is within the tolerance of the agreement: it is not a dispute.'}{' '}
        Hypothetical until it is sent: computed here by the published margin package.
      </p>
    </div>
  )
}
