import type {
  Approval,
  MarkToMarketPreviewResponse,
  MarkToMarketRequest,
  Position,
} from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { useOwnId } from '../../service/people.ts'
import { PendingNotice } from '../approvals/pending.tsx'
import { counterpartyOf } from '../positions/counterparty.ts'
import { MovedSince } from './moved-since.tsx'
import styles from './confirmation.module.css'

/** What there is to know before it is sent. */
export function BeforeSending({
  answer,
  now,
  pending,
}: {
  readonly answer: MarkToMarketPreviewResponse
  readonly now: Position | undefined
  readonly pending: Approval | undefined
}) {
  return (
    <>
      {now !== undefined && <MovedSince answer={answer} now={now} />}
      {pending !== undefined && <PendingNotice approvals={[pending]} />}
      {!answer.preview.can_submit_m2m && <CannotSubmit answer={answer} />}
    </>
  )
}

/** Who has to answer what was sent. */
export function Sent({
  request,
  position,
}: {
  readonly request: MarkToMarketRequest
  readonly position: Position
}) {
  const ownId = useOwnId()
  return (
    <p className={styles['sent']}>
      <strong>Sent.</strong> The request of <Figure value={request.notional_usd} unit="USD" />{' '}
      awaits the answer of {counterpartyOf(position, ownId).name}.
    </p>
  )
}

/** Why it cannot be submitted, and the prices at which it could. */
function CannotSubmit({
  answer: { preview, calculation },
}: {
  readonly answer: MarkToMarketPreviewResponse
}) {
  const triggers = (calculation?.trigger_prices ?? []).filter(
    ({ name }) => name === 'top_up' || name === 'release',
  )
  return (
    <div>
      {calculation?.reasons.map(({ code, message }) => (
        <p key={code}>
          <strong>{message}</strong>
        </p>
      ))}
      {triggers.map(({ name, unit, asset_price }) => (
        <p key={name}>
          A {name === 'top_up' ? 'top-up' : 'release'} could be submitted once {preview.asset} is at{' '}
          <Figure value={asset_price} unit={unit} missing="no price that reaches it" />.
        </p>
      ))}
    </div>
  )
}
