import type { MarkToMarketRequest, Order, Position, PreviewRequest } from '@vadium/client'
import { disputeMarkToMarketRequest } from '@vadium/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import { Read } from '../../figures/read.tsx'
import { type Draft, textAt } from '../../service/body.ts'
import { requestPreviewQuery } from '../../service/preview-queries.ts'
import { orderQuery, positionQuery } from '../../service/queries.ts'
import { both, useRead } from '../../service/read.ts'
import { useReader } from '../../service/reader.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { wasTaken } from '../../service/write.ts'
import { sidesOf } from './call-words.ts'
import { WhatMoves } from '../what-moves/what-moves.tsx'
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

/** The value of the other side for the chosen input, and what follows from the one that is typed. */
function valued(facts: Facts, draft: Draft) {
  const [input, value] = [textAt(draft, 'input'), textAt(draft, 'value').trim()]
  if (!isInput(input)) return { theirs: '' }
  const theirs = theirValue(input, facts.call, facts.position)
  const { reason } = disputedInputs[input]
  if (value === '') return { theirs, reason }
  const counter = counterValuation(input, value, facts)
  return typeof counter === 'string'
    ? { theirs, reason, fault: counter }
    : { theirs, reason, counter }
}

/** The dispute as it would be sent. Undefined while there is nothing to dispute. */
function previewOf(
  { id }: MarkToMarketRequest,
  draft: Draft,
  counter: CounterValuation | undefined,
): PreviewRequest | undefined {
  if (counter?.isWholeCall !== false) return undefined
  const body = { counter_notional_usd: counter.counterUsd, reason: textAt(draft, 'reason') }
  return { operation: 'disputeMarkToMarketRequest', id, body }
}

const inputOptions = Object.entries(disputedInputs).map(([value, { name }]) => ({ value, name }))

function Inputs({ close, ...live }: Facts & { readonly close: () => void }) {
  const client = useClient()
  const reader = useReader()
  // What a person reads, and sends, changes only when the person asks for it.
  const [pinned, setPinned] = useState(live)
  const form = useForm({
    schema: disputeMarkToMarketRequest.body,
    begin: { input: 'asset_price' },
    complete: (draft) => {
      const { reason = '', counter } = valued(pinned, draft)
      return { ...draft, reason, counter_notional_usd: counter?.counterUsd ?? '' }
    },
    offers: () => ({ input: inputOptions }),
    send: (body, options) => client.markToMarketRequests.dispute(pinned.call.id, body, options),
    afterwards: 'fix',
  })
  const { theirs, counter, fault } = valued(pinned, form.draft)
  const { creator } = sidesOf(pinned.call, pinned.position)
  const hasMoved =
    JSON.stringify(valued(live, form.draft)) !== JSON.stringify(valued(pinned, form.draft))

  const preview = useQuery(requestPreviewQuery(client, previewOf(pinned.call, form.draft, counter)))

  return (
    <Form
      of={form}
      name="Dispute"
      title="Dispute: which input do you see differently?"
      action="Send the dispute"
      className={`panel ${styles['dispute'] ?? ''}`}
      isBlocked={hasMoved || counter?.isWholeCall === true || preview.isLoading}
      buttons={
        <Button className="button" onPress={close} isDisabled={form.write.isBusy}>
          {wasTaken(form.write) ? 'Done' : 'Cancel'}
        </Button>
      }
      after={
        <>
          {counter !== undefined && <Effect call={pinned.call} counter={counter} />}
          {counter?.isWholeCall === false && (
            <Read of={preview} what="its wallets">
              {(resolved) => <WhatMoves moves={resolved} />}
            </Read>
          )}
          {hasMoved && !form.isFixed && <Moved computeAgain={() => setPinned(live)} />}
        </>
      }
      done={() => <p>Your dispute was sent.</p>}
    >
      <div className={styles['fields']}>
        <FormInput
          of={form}
          name="input"
          member="reason"
          label="Input"
          change={(input) => form.change({ input, value: '' })}
        />
        <div className="field">
          <span>{reader.whose(creator)} value</span>
          <Figure value={theirs} />
        </div>
        <FormInput
          of={form}
          name="value"
          member="counter_notional_usd"
          label="Our value"
          help="The amount that is due follows from it."
          placeholder={theirs}
          fault={fault}
        />
        <FormInput of={form} name="note" label={`Note for ${reader.whom(creator)}`} />
      </div>
    </Form>
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
