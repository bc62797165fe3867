import type { Scenario } from '../../src/features/scenario/scenario.ts'

/** The id of a second wallet beside a usual one. */
export const spareOf = (wallet: string) => `${wallet}-spare`

/** Adds second wallets to a book, which their owners can name for a deal instead. */
export function addSpares(
  { scenario }: { readonly scenario: { readonly wallets: Scenario['wallets'] } },
  usual: readonly string[],
): void {
  const spares = scenario.wallets.filter(({ id }) => usual.includes(id))
  for (const wallet of spares) {
    const id = spareOf(wallet.id)
    scenario.wallets.push({ ...wallet, id, name: id, address: `0x${id}` })
  }
}
