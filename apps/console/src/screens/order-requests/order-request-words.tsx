import type { OrderRequest } from '@vadium/client'
import { type OrderRequestChange, orderRequestChanges, type OrderRequestKind } from '@vadium/schema'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Instant } from '../../figures/time.tsx'
import { stateWords } from '../../figures/state-words.ts'

const tones: Readonly<Record<string, Tone>> = {
  PENDING: 'call',
  ACCEPTED: 'transit',
  IN_PROGRESS: 'transit',
  COMPLETED: 'covered',
}

export function OrderRequestStatus({ request }: { readonly request: OrderRequest }) {
  return <Badge tone={tones[request.status] ?? 'plain'}>{stateWords(request.status)}</Badge>
}

/** What a request asks for: a quantity of the asset, a rate, terms, or a maturity. */
export function AskedFor({ request }: { readonly request: OrderRequest }) {
  const { asset, quantity, rate_percent, terms_version, maturity_time, whole } = request
  const { new_collateral_asset: given, new_collateral_quantity: givenQuantity } = request
  if (given !== null) return <Figure value={givenQuantity} unit={given} />
  if (maturity_time !== null) return <Instant at={maturity_time} />
  if (terms_version !== null) return <>version {terms_version} of the terms</>
  if (rate_percent !== null) return <Figure value={rate_percent} unit="% a year" />
  return (
    <>
      <Figure value={quantity} unit={asset} missing={`all the ${asset}`} />
      {whole === true && quantity !== null && ', all of it'}
    </>
  )
}

const isKind = (kind: string): kind is OrderRequestKind => Object.hasOwn(orderRequestChanges, kind)

/** What a request of a kind changes. Undefined for a kind of a newer service. */
export const changeOf = (kind: string): OrderRequestChange | undefined =>
  isKind(kind) ? orderRequestChanges[kind] : undefined
