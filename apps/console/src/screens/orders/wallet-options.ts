import type { Wallet } from '@vadium/client'
import { type Option, useCustodianName } from '../../service/choices.ts'
import { walletsQuery } from '../../service/order-queries.ts'
import { useRead } from '../../service/read.ts'

type NameOf = ReturnType<typeof useCustodianName>

/** Gives those of the wallets that hold an asset and are in use. */
export function useWalletOptions() {
  const custodianName = useCustodianName()
  return (wallets: readonly Wallet[] | undefined, asset: string): Option[] =>
    (wallets ?? [])
      .filter(({ assets, retire_time }) => assets.includes(asset) && retire_time === null)
      .map((wallet) => ({ value: wallet.id, name: walletName(wallet, custodianName) }))
}

/**
 * What people read of a wallet of the organization, in use or retired. Its id, until that is known.
 */
export function useWalletName(id: string | null): string {
  const wallets = useRead(walletsQuery)
  const custodianName = useCustodianName()
  const wallet = wallets.data?.find((each) => each.id === id)
  return wallet === undefined ? (id ?? '') : walletName(wallet, custodianName)
}

const addressEnd = 6

/**
 * What distinguishes the wallets of an organization: the name, the custodian, both ends of the
 * address.
 */
function walletName({ name, custodian, address }: Wallet, custodianName: NameOf): string {
  const isShort = address.length <= 2 * addressEnd + 1
  const ends = `${address.slice(0, addressEnd)}…${address.slice(-addressEnd)}`
  return `${name} at ${custodianName(custodian)}, ${isShort ? address : ends}`
}
