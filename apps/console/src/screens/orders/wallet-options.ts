import { useQuery } from '@tanstack/react-query'
import type { Option } from '../../figures/choice.tsx'
import { walletsQuery } from '../../service/order-queries.ts'
import { useClient } from '../../service/service.tsx'

/** The wallets of the organization that hold an asset. */
export function useWalletOptions(asset: string): readonly Option[] {
  const wallets = useQuery(walletsQuery(useClient()))
  return (wallets.data ?? [])
    .filter(({ assets }) => assets.includes(asset))
    .map(({ id, name, custodian }) => ({ value: id, name: `${name} at ${custodian}` }))
}
