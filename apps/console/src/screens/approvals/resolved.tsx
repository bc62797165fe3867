import type { ResolvedMovement, ResolvedRequest, ResolvedWallet } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import page from '../../figures/page.module.css'
import { Instant } from '../../figures/time.tsx'

/** What the request means, read with the rights of the one who looks at it. */
export function Resolved({ resolved }: { readonly resolved: ResolvedRequest }) {
  const { movements, wallet_changes, rate, reason } = resolved
  return (
    <section className={`panel ${page['form'] ?? ''}`} aria-label="What it means">
      <h2>What moves</h2>
      {movements.length === 0 && <p>Nothing moves by this request.</p>}
      {movements.map((movement) => (
        <Movement key={`${movement.leg} ${movement.when}`} movement={movement} />
      ))}
      {wallet_changes.map(({ leg, token, before, after }) => (
        <p key={leg}>
          Later transfers of {token} use <Wallet of={after} /> instead of <Wallet of={before} />.
        </p>
      ))}
      {rate !== null && (
        <p>
          Interest: <Figure value={rate.after_percent} unit="% a year" />
          {rate.before_percent !== null && (
            <>
              {' '}
              instead of <Figure value={rate.before_percent} unit="%" />
            </>
          )}
          {rate.effective_time !== null && (
            <>
              , from <Instant at={rate.effective_time} />
            </>
          )}
          .
        </p>
      )}
      {reason !== null && (
        <p className={page['note']} data-tone="bad">
          It would be refused now: {reason}
        </p>
      )}
      <Facts title="The deal, before and after" facts={factsOf(resolved)} />
    </section>
  )
}

function factsOf(resolved: ResolvedRequest) {
  const { order_id, order_id_pretty, counterparty_id, counterparty_name } = resolved
  const { coverage, asked_prices } = resolved
  const order =
    order_id === null ? (
      'not created yet'
    ) : (
      <Link to="/orders/$orderId" params={{ orderId: order_id }}>
        {order_id_pretty ?? order_id}
      </Link>
    )
  return [
    ['Counterparty', counterparty_name ?? <code>{counterparty_id}</code>],
    ['Order', order],
    ['Coverage now, %', <Figure value={coverage?.before_percent} missing="none" />],
    ['Coverage afterwards, %', <Figure value={coverage?.after_percent} missing="not known" />],
    ['Required, %', <Figure value={coverage?.requirement_percent} missing="not known" />],
    ['Price of the asset now, USD', <Figure value={coverage?.asset_price_usd} missing="none" />],
    [
      'Price when it was asked, USD',
      <Figure value={asked_prices?.asset_price_usd} missing="no calculation" />,
    ],
    ['As of', <Instant at={resolved.as_of} />],
  ] as const
}

const whens: Readonly<Record<string, string>> = {
  at_once: 'At once',
  when_accepted: 'When the counterparty accepts',
  afterwards: 'Afterwards',
}

/** One sentence: who sends what, from where, to whom. */
function Movement({
  movement: { leg, when, token, quantity, notional_usd, sender, receiver },
}: {
  readonly movement: ResolvedMovement
}) {
  return (
    <p>
      {whens[when] ?? when}, <strong>{sender.organization_name ?? sender.organization_id}</strong>{' '}
      sends{' '}
      <strong>
        {quantity === null ? `the ${leg} in ${token}` : <Figure value={quantity} unit={token} />}
      </strong>
      {notional_usd !== null && (
        <>
          {' '}
          (<Figure value={notional_usd} unit="USD" />)
        </>
      )}{' '}
      from <Wallet of={sender} /> to{' '}
      <strong>{receiver.organization_name ?? receiver.organization_id}</strong>,{' '}
      <Wallet of={receiver} />.
    </p>
  )
}

function Wallet({ of: { wallet_id, wallet_name, custodian } }: { readonly of: ResolvedWallet }) {
  if (wallet_id === null) return <>a wallet that it has yet to name</>
  if (custodian === null) return <code>{wallet_id}</code>
  return (
    <span title={wallet_id}>
      {wallet_name ?? wallet_id} at {custodian}
    </span>
  )
}
