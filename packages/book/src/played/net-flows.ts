import type { Transfer } from '@vadium/client'
import { Decimal, formatDecimal } from '@vadium/margin'
import type { Firm, NetFlow } from './episode.ts'

/** The quantity of each asset that each firm received and sent, over all completed transfers. */
export function netFlows(
  transfers: readonly Transfer[],
  firms: readonly Firm[],
  assets: readonly string[],
): NetFlow[] {
  const moved = transfers.filter(({ status }) => status === 'COMPLETED')
  return firms.flatMap(({ side, name, organization_id }) =>
    assets.map((asset): NetFlow => {
      const sum = (role: 'sender' | 'receiver') =>
        moved
          .filter(({ token }) => token === asset)
          .filter(
            (transfer) => transfer[role].organization_id === `organizations/${organization_id}`,
          )
          .reduce((total, { quantity }) => total.plus(quantity), new Decimal(0))
      const [received, sent] = [sum('receiver'), sum('sender')]
      return {
        side,
        name,
        asset,
        received: formatDecimal(received),
        sent: formatDecimal(sent),
        net: formatDecimal(received.minus(sent)),
      }
    }),
  )
}
