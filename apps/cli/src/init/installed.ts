import type { VadiumClient } from '@vadium/client'

/** What the installation has before anything is done, as the operator sees it. */
export type Installed = Awaited<ReturnType<typeof readInstalled>>

export async function readInstalled(operator: VadiumClient, signal: AbortSignal | undefined) {
  const [page, options] = [{ page_size: 1000 }, { signal }]
  const { account, organization } = await operator.credentials.current(options)
  return {
    installationId: (await operator.installation.get(options)).installation_id,
    caller: { account, organization },
    custodians: await all(operator.custodians.list(page, options)),
    assets: await all(operator.assets.list(page, options)),
    organizations: await all(operator.organizations.list(page, options)),
    accounts: await all(operator.accounts.list(page, options)),
    credentials: await all(operator.credentials.list(page, options)),
    wallets: await all(operator.wallets.list(page, options)),
    agreements: await all(operator.agreements.list(page, options)),
    priceSources: await all(operator.priceSources.list(page, options)),
    prices: await all(operator.prices.list(page, options)),
    approvals: await all(operator.approvals.list({ ...page, state: 'PENDING' }, options)),
  }
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
