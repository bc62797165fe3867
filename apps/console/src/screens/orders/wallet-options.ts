import type { Wallet } from '@vadium/client'
import type { Option } from '../../service/choices.ts'
import { walletsQuery } from '../../service/order-queries.ts'
import { useRead } from '../../service/read.ts'

/** The wallets of the organization that hold an asset and are in use. */
export const walletOptions = (wallets: readonly Wallet[] | undefined, asset: string): Option[] =>
  (wallets ?? [])
    .filter(({ assets, retire_time }) => assets.includes(asset) && retire_time === null)
    .map((wallet) => ({ value: wallet.id, name: walletName(wallet) }))

/**
 * What people read of a wallet of the organization, in use or retired. Its id, until that is known.
 */
export function useWalletName(id: string | null): string {
  const wallets = useRead(walletsQuery)
  const wallet = wallets.data?.find((each) => each.id === id)
  return wallet === undefined ? (id ?? '') : walletName(wallet)
}

const addressEnd = 6

/**
 * What distinguishes the wallets of an organization: the name, the custodian, both ends of the
 * address.
 */
export function walletName({ name, custodian, address }: Wallet): string {
  const isShort = address.length <= 2 * addressEnd + 1
  const ends = `${address.slice(0, addressEnd)}…${address.slice(-addressEnd)}`
  return `${name} at ${custodian}, ${isShort ? address : ends}`
}
