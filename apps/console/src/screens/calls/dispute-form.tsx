import type { MarkToMarketRequest, Order, Position } from '@vadium/client'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Field } from '../../figures/field.tsx'
import { Read } from '../../figures/read.tsx'
import { TextInput } from '../../figures/text-input.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Written } from '../../figures/written.tsx'
import { orderQuery, positionQuery } from '../../service/queries.ts'
import { both, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken, type Write } from '../../service/write.ts'
import {
  type CounterValuation,
  counterValuation,
  type DisputedInput,
  disputedInputs,
  theirValue,
} from './counter-valuation.ts'
import styles from './calls.module.css'

/** Disputes a call by the input that is seen differently. The amount follows from it. */
export function DisputeForm({
  call,
  close,
}: {
  readonly call: MarkToMarketRequest
  readonly close: () => void
}) {
  const position = useRead(positionQuery, call.position_id)
  const order = useRead(orderQuery, call.order_id)
  return (
    <Read of={both(position, order)} what="the position and its order">
      {([itsPosition, itsOrder]) => (
        <Inputs call={call} position={itsPosition} order={itsOrder} close={close} />
      )}
    </Read>
  )
}

const isInput = (name: string): name is DisputedInput => Object.hasOwn(disputedInputs, name)

interface Facts {
  readonly call: MarkToMarketRequest
  readonly position: Position
  readonly order: Order
}

/** What a person reads, and sends, changes only when the person asks for it. */
function usePinned(live: Facts, input: DisputedInput, value: string) {
  const [pinned, setPinned] = useState(live)
  const valued = (facts: Facts) => ({
    theirs: theirValue(input, facts.call, facts.position),
    counter: value === '' ? undefined : counterValuation(input, value, facts),
  })
  const shown = valued(pinned)
  return {
    ...shown,
    call: pinned.call,
    hasMoved: JSON.stringify(valued(live)) !== JSON.stringify(shown),
    computeAgain: () => {
      setPinned(live)
    },
  }
}

function Inputs({ close, ...live }: Facts & { readonly close: () => void }) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<MarkToMarketRequest>()
  const [input, setInput] = useState<DisputedInput>('asset_price')
  const [value, setValue] = useState('')
  const [note, setNote] = useState('')
  const { call, theirs, counter, hasMoved, computeAgain } = usePinned(live, input, value)
  const isFixed = isBusy || wasTaken({ written })
  const computed = typeof counter === 'object' ? counter : undefined

  const send = () => {
    if (computed === undefined || hasMoved) return
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
        <InputChoice
          input={input}
          isDisabled={isFixed}
          choose={(chosen) => {
            setInput(chosen)
            setValue('')
          }}
        />
        <div className="field">
          <span>Theirs</span>
          <Figure value={theirs} />
        </div>
        <TextInput
          label="Ours"
          placeholder={theirs}
          value={value}
          change={setValue}
          isDisabled={isFixed}
        />
        <TextInput
          label="Note for them"
          maxLength={500}
          value={note}
          change={setNote}
          isDisabled={isFixed}
        />
      </div>
      {typeof counter === 'string' && <p role="alert">Our value {counter}.</p>}
      {computed !== undefined && <Effect call={call} counter={computed} />}
      {hasMoved && !isFixed && <Moved computeAgain={computeAgain} />}
      <Written written={written} done={() => <p>Your dispute was sent.</p>} />
      <Buttons
        write={{ written, isBusy }}
        canSend={!hasMoved && computed !== undefined && !computed.isWholeCall}
        close={close}
      />
    </form>
  )
}

function Moved({ computeAgain }: { readonly computeAgain: () => void }) {
  return (
    <div role="alert" className={styles['buttons']}>
      <span>What the amount is computed from has changed since you began.</span>
      <Button className="button" onPress={computeAgain}>
        Compute again
      </Button>
    </div>
  )
}

function Buttons({
  write,
  canSend,
  close,
}: {
  readonly write: Pick<Write<unknown>, 'written' | 'isBusy'>
  readonly canSend: boolean
  readonly close: () => void
}) {
  const isOver = wasTaken(write)
  return (
    <div className={styles['buttons']}>
      <Button className="button" onPress={close} isDisabled={write.isBusy}>
        {isOver ? 'Done' : 'Leave it'}
      </Button>
      {!isOver && (
        <Button type="submit" className="button primary" isDisabled={write.isBusy || !canSend}>
          Send the dispute
        </Button>
      )}
    </div>
  )
}

function InputChoice({
  input,
  isDisabled,
  choose,
}: {
  readonly input: DisputedInput
  readonly isDisabled: boolean
  readonly choose: (input: DisputedInput) => void
}) {
  return (
    <Field label="Input">
      {(id) => (
        <select
          id={id}
          value={input}
          disabled={isDisabled}
          onChange={({ target }) => {
            if (isInput(target.value)) choose(target.value)
          }}
        >
          {Object.entries(disputedInputs).map(([name, { name: label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
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
  if (counter.isWholeCall) {
    return (
      <p className={styles['effect']} aria-live="polite">
        By our value, <Figure value={counter.counterUsd} unit="USD" /> are due: as much as is
        called, or more. There is nothing to dispute; you can accept the call.
      </p>
    )
  }
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
