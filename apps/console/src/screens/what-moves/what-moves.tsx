import type { ResolvedMovement, ResolvedRequest, ResolvedWallet } from '@vadium/client'
import { Fragment, type ReactNode } from 'react'
import { CoverageChange } from '../../figures/coverage-change.tsx'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import { Instant } from '../../figures/time.tsx'
import { withinFirm } from '../../service/within-firm.ts'
import { useCustodianName } from '../../service/choices.ts'
import { type Reader, useReader } from '../../service/reader.ts'
import styles from './what-moves.module.css'

// Few requests have terms, or exchange the collateral.
export const TermsChange = later(async () => (await import('./terms-change.tsx')).TermsChange)
const ExchangedCollateral = later(
  async () => (await import('./exchanged-collateral.tsx')).ExchangedCollateral,
)
// The margin package is not part of the first load of a view.
const Recomputed = later(async () => (await import('./recomputed.tsx')).Recomputed)

/** What a request does, in names and figures. */
export type Moves = Pick<
  ResolvedRequest,
  | 'movements'
  | 'wallet_changes'
  | 'rate'
  | 'maturity'
  | 'terms'
  | 'substitution'
  | 'coverage'
  | 'asked_prices'
>

/**
 * What moves and why: who sends what to whom, between which wallets, the coverage before and after,
 * and the prices. The same for who asks, who answers, who approves and who retries.
 */
export function WhatMoves({
  moves,
  proof,
}: {
  readonly moves: Moves
  /** What the browser computes again, if that is more than both coverages. */
  readonly proof?: ReactNode
}) {
  const { movements, wallet_changes: walletChanges, rate, maturity, terms, coverage } = moves
  const { substitution: exchanged } = moves
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
      {maturity !== null && <Maturity maturity={maturity} />}
      {terms !== null && <TermsChange terms={terms} />}
      {exchanged !== null && <ExchangedCollateral exchanged={exchanged} />}
      <Levels moves={moves} />
      {proof ?? (coverage !== null && <Recomputed coverage={coverage} exchanged={exchanged} />)}
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

/** The maturity that is agreed on, and the one before. */
export function Maturity({ maturity }: { readonly maturity: NonNullable<Moves['maturity']> }) {
  return (
    <p>
      Maturity: <Instant at={maturity.after_time} />
      {maturity.before_time !== null && (
        <>
          {' '}
          instead of <Instant at={maturity.before_time} />
        </>
      )}
      . The service begins the close then.
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
        from <Wallet of={sender} firm={sender.organization_name} />{' '}
      </span>
      <span className={styles['receiver']}>
        to <strong>{to}</strong>,{' '}
      </span>
      <span className={styles['into']}>
        <Wallet of={receiver} firm={receiver.organization_name} />.
      </span>
    </p>
  )
}

/** A wallet with the proper name of its custodian, beside the name of its firm. */
export function Wallet({
  of: { wallet_id, wallet_name, custodian },
  firm = null,
}: {
  readonly of: ResolvedWallet
  readonly firm?: string | null
}) {
  const custodianName = useCustodianName()
  if (wallet_id === null) return <>a wallet that is not named yet</>
  if (custodian === null) return <code>{wallet_id}</code>
  return (
    <span title={wallet_id}>
      {withinFirm(wallet_name ?? wallet_id, firm)} at {custodianName(custodian)}
    </span>
  )
}

/** The coverage between its levels, and the prices that were asked with beside those of now. */
function Levels({ moves: { coverage, asked_prices: asked } }: { readonly moves: Moves }) {
  if (coverage === null) return null
  const prices = [
    ['asset', asked?.asset_price_usd, coverage.asset_price_usd],
    ['collateral', asked?.collateral_price_usd, coverage.collateral_price_usd],
  ] as const
  return (
    <>
      <CoverageChange change={coverage} />
      <dl className="facts">
        {prices.map(([leg, askedWith, now]) => (
          <Fragment key={leg}>
            <dt>Price of the {leg}, USD</dt>
            <dd>
              <Figure value={now} />
              {askedWith !== undefined && (
                <>
                  , asked with <Figure value={askedWith} />
                </>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
