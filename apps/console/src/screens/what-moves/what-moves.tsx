import type { ResolvedMovement, ResolvedRequest, ResolvedWallet } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import { Instant } from '../../figures/time.tsx'
import { useCustodianName } from '../../service/choices.ts'
import { type Reader, useReader } from '../../service/reader.ts'
import styles from './what-moves.module.css'

// The margin package is not part of the first load of a view.
const Recomputed = later(async () => (await import('./recomputed.tsx')).Recomputed)

/** What a request does, in names and figures. */
export type Moves = Pick<
  ResolvedRequest,
  'movements' | 'wallet_changes' | 'rate' | 'coverage' | 'asked_prices'
>

/**
 * What moves and why: who sends what to whom, between which wallets, the coverage before and after,
 * and the prices. The same for who asks, who answers, who approves and who retries.
 */
export function WhatMoves({ moves }: { readonly moves: Moves }) {
  const { movements, wallet_changes: walletChanges, rate, coverage } = moves
  return (
    <div className={styles['card']}>
      {movements.length === 0 && <p>Nothing moves by this request.</p>}
      {movements.map((movement) => (
        <Movement key={`${movement.leg} ${movement.when}`} movement={movement} />
      ))}
      {walletChanges.map((change) => (
        <WalletChange key={change.leg} change={change} />
      ))}
      {rate !== null && <Rate rate={rate} />}
      <Levels moves={moves} />
      {coverage !== null && <Recomputed coverage={coverage} />}
    </div>
  )
}

/** The wallet that later transfers use, and the one before. */
export function WalletChange({
  change: { token, before, after },
}: {
  readonly change: Moves['wallet_changes'][number]
}) {
  return (
    <p>
      Later transfers of {token} use <Wallet of={after} /> instead of <Wallet of={before} />.
    </p>
  )
}

/** The rate that is agreed on, and the one before. */
export function Rate({ rate }: { readonly rate: NonNullable<Moves['rate']> }) {
  return (
    <p>
      Interest: <Figure value={rate.after_percent} unit="% a year" />
      {rate.before_percent !== null && (
        <>
          {' '}
          instead of <Figure value={rate.before_percent} unit="% a year" />
        </>
      )}
      {rate.effective_time !== null && (
        <>
          , from <Instant at={rate.effective_time} />
        </>
      )}
      .
    </p>
  )
}

const whens: Readonly<Record<string, (receiver: string) => string>> = {
  at_once: () => '',
  when_accepted: () => 'When it is accepted: ',
  afterwards: () => 'Afterwards: ',
}

const partyOf = ({ organization_id, organization_name }: ResolvedMovement['sender']) => ({
  id: organization_id,
  name: organization_name,
})

/** One sentence: who sends what, from where, to whom. It is laid out as a path. */
function Movement({
  movement: { leg, when, token, quantity, notional_usd, sender, receiver },
}: {
  readonly movement: ResolvedMovement
}) {
  const reader: Reader = useReader()
  const to = reader.whom(partyOf(receiver))
  return (
    <p className={styles['path']}>
      <span className={styles['sender']}>
        {whens[when]?.(to)}
        <strong>{reader.does(partyOf(sender), 'send')}</strong>{' '}
      </span>
      <span className={styles['amount']}>
        <strong>
          {quantity === null ? `the ${leg} in ${token}` : <Figure value={quantity} unit={token} />}
        </strong>
        {notional_usd !== null && (
          <>
            {' '}
            (<Figure value={notional_usd} unit="USD" />)
          </>
        )}{' '}
      </span>
      <span className={styles['from']}>
        from <Wallet of={sender} />{' '}
      </span>
      <span className={styles['receiver']}>
        to <strong>{to}</strong>,{' '}
      </span>
      <span className={styles['into']}>
        <Wallet of={receiver} />.
      </span>
    </p>
  )
}

/** A wallet with the proper name of its custodian. */
export function Wallet({
  of: { wallet_id, wallet_name, custodian },
}: {
  readonly of: ResolvedWallet
}) {
  const custodianName = useCustodianName()
  if (wallet_id === null) return <>a wallet that is not named yet</>
  if (custodian === null) return <code>{wallet_id}</code>
  return (
    <span title={wallet_id}>
      {wallet_name ?? wallet_id} at {custodianName(custodian)}
    </span>
  )
}

/** The coverage between its levels, and the prices that were asked with beside those of now. */
function Levels({ moves: { coverage, asked_prices: asked } }: { readonly moves: Moves }) {
  if (coverage === null) return null
  const percent = (value: string | null, missing = 'none') => (
    <Figure value={value} missing={missing} />
  )
  const usd = (value: string | undefined) => <Figure value={value} missing="no calculation" />
  return (
    <dl className="facts">
      <dt>Coverage now, %</dt>
      <dd>{percent(coverage.before_percent)}</dd>
      <dt>Coverage afterwards, %</dt>
      <dd>{percent(coverage.after_percent)}</dd>
      <dt>Required, margin call, liquidation, %</dt>
      <dd>
        {percent(coverage.requirement_percent, 'by a haircut')},{' '}
        {percent(coverage.margin_call_percent)}, {percent(coverage.liquidation_percent)}
      </dd>
      <dt>Price of the asset, USD: asked with, now</dt>
      <dd>
        {usd(asked?.asset_price_usd)}, {usd(coverage.asset_price_usd)}
      </dd>
      <dt>Price of the collateral, USD: asked with, now</dt>
      <dd>
        {usd(asked?.collateral_price_usd)}, {usd(coverage.collateral_price_usd)}
      </dd>
    </dl>
  )
}
