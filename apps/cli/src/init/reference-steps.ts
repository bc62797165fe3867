import { commandLine, releasePrice } from '@vadium/schema'
import type { CommandIssue } from '../errors/command-error.ts'
import { differences } from './differences.ts'
import type { InstallationFile } from './installation-file.ts'
import type { Step } from './setup.ts'
import type { Installed } from './installed.ts'

/** The custodians and the assets. */
export function referenceSteps(
  { custodians, assets }: InstallationFile,
  installed: Installed,
  faults: CommandIssue[],
): Step[] {
  return [
    ...custodians.map((body, i): Step => {
      const what = `custodian ${body.id}`
      const existing = installed.custodians.find(({ id }) => id === body.id)
      if (existing !== undefined) {
        faults.push(...differences(`custodians[${i}]`, body, { ...existing }))
        return { what, known: (setup) => setup.keep(what, body.id) }
      }
      return {
        what,
        act: async (setup) => {
          await setup.operator.custodians.create(body, setup.write('createCustodian', body))
          setup.keep(what, body.id)
          return undefined
        },
      }
    }),
    ...assets.map((body, i): Step => {
      const what = `asset ${body.symbol}`
      const existing = installed.assets.find(({ symbol }) => symbol === body.symbol)
      if (existing !== undefined) {
        faults.push(...differences(`assets[${i}]`, body, { ...existing }))
        return { what, known: (setup) => setup.keep(what, body.symbol) }
      }
      return {
        what,
        act: async (setup) => {
          await setup.operator.assets.create(body, setup.write('createAsset', body))
          setup.keep(what, body.symbol)
          return undefined
        },
      }
    }),
  ]
}

/** The wallets, after their organizations. */
export function walletSteps(
  { organizations }: InstallationFile,
  installed: Installed,
  faults: CommandIssue[],
): Step[] {
  return organizations.flatMap(({ slug, wallets }, i) =>
    wallets.map((wallet, j): Step => {
      const what = `wallet ${wallet.id} of ${slug}`
      const existing = installed.wallets.find(({ id }) => id === wallet.id)
      if (existing !== undefined) {
        const owner = installed.organizations.find(({ id }) => id === existing.organization_id)
        const [wanted, found] = [
          { ...wallet, organization: slug },
          { ...existing, organization: owner?.slug },
        ]
        const field = `organizations[${i}].wallets[${j}]`
        faults.push(...differences(field, wanted, found))
        if (existing.retire_time !== null) faults.push({ field, issue: 'is retired' })
        return { what }
      }
      return {
        what,
        act: async (setup) => {
          const body = { ...wallet, organization_id: setup.id(slug) }
          setup.id(`custodian ${wallet.custodian}`)
          for (const asset of wallet.assets) setup.id(`asset ${asset}`)
          await setup.operator.wallets.create(body, setup.write('createWallet', body))
          return undefined
        },
      }
    }),
  )
}

/**
 * The price sources of the operator, and the first quote of each. Later quotes come from the desk:
 * a file that is read again never brings back an old price.
 */
export function priceSteps(
  { price_sources, prices }: InstallationFile,
  installed: Installed,
  faults: CommandIssue[],
): Step[] {
  return [
    ...price_sources.map((source, i): Step => {
      const what = `price source ${source}`
      const existing = installed.priceSources.find((one) => one.source === source)
      if (existing !== undefined) {
        const field = `price_sources[${i}]`
        if (existing.revoke_time !== null) faults.push({ field, issue: 'is revoked' })
        return { what }
      }
      return {
        what,
        act: async (setup) => {
          const body = { source }
          await setup.operator.priceSources.create(body, setup.write('createPriceSource', body))
          return undefined
        },
      }
    }),
    ...prices.map((quote, i): Step => {
      const what = `first price of ${quote.asset} by ${quote.source}: ${quote.price_usd} USD`
      const quoted = installed.prices.find(({ asset }) => asset === quote.asset)
      if (quoted?.sources.some(({ source }) => source === quote.source) === true) {
        return { what: `first price of ${quote.asset} by ${quote.source}` }
      }
      const registered = installed.priceSources.find(({ source }) => source === quote.source)
      if (registered !== undefined && registered.account_id !== installed.caller.account.id) {
        const issue = 'is registered for another account, which alone quotes it'
        faults.push({ field: `prices[${i}].source`, issue })
      }
      return {
        what,
        act: async (setup) => {
          const body = { quotes: [quote] }
          setup.id(`asset ${quote.asset}`)
          const { quotes } = await setup.operator.prices.push(body, setup.write('pushPrices', body))
          if (quotes[0]?.outcome !== 'held') return undefined
          return {
            what: `${what} is held: another operator can release it`,
            commands: [commandLine(releasePrice, quote)],
          }
        },
      }
    }),
  ]
}
