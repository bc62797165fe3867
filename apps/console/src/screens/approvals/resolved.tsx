import type { ResolvedRequest } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../figures/facts.tsx'
import page from '../../figures/page.module.css'
import { Instant } from '../../figures/time.tsx'
import { reasonWords } from '../../figures/state-words.ts'
import { later } from '../../figures/later.tsx'
import { CalledTogether } from './called-together.tsx'
import { WhatMoves } from '../what-moves/what-moves.tsx'

// With the arithmetic that computes the figures again.
const CloseOutFigures = later(
  async () => (await import('../statements/statement-proof.tsx')).StatementProof,
  'the figures of the termination',
)

/** What the request means, read with the rights of the one who looks at it. */
export function Resolved({ resolved }: { readonly resolved: ResolvedRequest }) {
  const { reason } = resolved
  return (
    <section className={`panel ${page['form'] ?? ''}`} aria-label="What it means">
      <h2>What moves</h2>
      {resolved.calls === undefined ? (
        <WhatMoves moves={resolved} />
      ) : (
        <CalledTogether calls={resolved.calls} />
      )}
      {resolved.close_out !== null && <CloseOutFigures statement={resolved.close_out} />}
      {reason !== null && (
        <p className={page['note']} data-tone="bad">
          It would be refused now: {reasonWords(reason)}
        </p>
      )}
      <Facts
        title={resolved.calls === undefined ? 'The deal' : 'The deals'}
        facts={factsOf(resolved)}
      />
    </section>
  )
}

function factsOf(resolved: ResolvedRequest) {
  const { order_id, order_id_pretty, counterparty_id, counterparty_name } = resolved
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
    ...(resolved.calls === undefined ? [['Order', order] as const] : []),
    ['As of', <Instant at={resolved.as_of} />],
  ] as const
}
