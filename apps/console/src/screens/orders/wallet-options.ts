import type { Wallet } from '@vadium/client'
import { type Option, useCustodianName } from '../../service/choices.ts'
import { walletsQuery } from '../../service/order-queries.ts'
import { useCaller } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { withinFirm } from '../../service/within-firm.ts'

/** What people read of a wallet of the organization, in use or retired. */
function useNameOf(): (wallet: Wallet) => string {
  const custodianName = useCustodianName()
  const firm = useCaller()?.organization.name ?? null
  return ({ name, custodian, address }) =>
    `${withinFirm(name, firm)} at ${custodianName(custodian)}, ${endsOf(address)}`
}

/** Gives those of the wallets that hold an asset and are in use. */
export function useWalletOptions() {
  const nameOf = useNameOf()
  return (wallets: readonly Wallet[] | undefined, asset: string): Option[] =>
    (wallets ?? [])
      .filter(({ assets, retire_time }) => assets.includes(asset) && retire_time === null)
      .map((wallet) => ({ value: wallet.id, name: nameOf(wallet) }))
}

/** The only one that can be meant is chosen already. */
export const onlyOf = ([first, ...others]: readonly Option[]): string =>
  first === undefined || others.length > 0 ? '' : first.value

/** The same for one of them. Its id, until it is known. */
export function useWalletName(id: string | null): string {
  const wallets = useRead(walletsQuery)
  const nameOf = useNameOf()
  const wallet = wallets.data?.find((each) => each.id === id)
  return wallet === undefined ? (id ?? '') : nameOf(wallet)
}

const addressEnd = 6

/** Both ends of an address, by which wallets of one name differ. */
function endsOf(address: string): string {
  const isShort = address.length <= 2 * addressEnd + 1
  return isShort ? address : `${address.slice(0, addressEnd)}…${address.slice(-addressEnd)}`
}
