import { foldedName } from '@vadium/schema'
import type { CommandIssue } from '../errors/command-error.ts'
import type { AccountEntry, InstallationFile } from './installation-file.ts'

/** What the members of a file say that the others do not allow: unknown names, and doubled ones. */
export function referenceFaults(file: InstallationFile): CommandIssue[] {
  const { custodians, assets, organizations, agreements, price_sources, prices } = file
  const known = {
    custodians: new Set(custodians.map(({ id }) => id)),
    assets: new Set(assets.map(({ symbol }) => symbol)),
    organizations: new Set(organizations.map(({ slug }) => slug)),
    price_sources: new Set<string>(price_sources),
  }
  const faults: CommandIssue[] = []
  const refer = (field: string, list: keyof typeof known, named: string) => {
    if (known[list].has(named)) return
    faults.push({ field, issue: `${JSON.stringify(named)} is not among the ${list} of this file` })
  }
  const accounts = organizations.map((one) => one.accounts)
  const wallets = organizations.flatMap((one) => one.wallets)
  faults.push(
    ...doubled(custodians, 'custodians', 'id', ({ id }) => id),
    ...doubled(assets, 'assets', 'symbol', ({ symbol }) => symbol),
    ...doubled(organizations, 'organizations', 'slug', ({ slug }) => slug),
    ...accounts.flatMap((list, i) =>
      doubled(list, `organizations[${i}].accounts`, 'name', ({ name }) => name),
    ),
    ...doubled(accounts.flat(), 'accounts of all', 'key_file', ({ key_file }) => key_file),
    ...doubled(wallets, 'wallets of all', 'id', ({ id }) => id),
    ...organizations.flatMap((one, i) =>
      doubled(one.wallets, `organizations[${i}].wallets`, 'name', ({ name }) => foldedName(name)),
    ),
    ...doubled(agreements, 'agreements', 'lender', (one) => `${one.lender} and ${one.borrower}`),
    ...doubled(price_sources, 'price_sources', 'name', (source) => source),
    ...doubled(prices, 'prices', 'asset', (one) => `${one.asset} of ${one.source}`),
  )
  for (const [i, organization] of organizations.entries()) {
    for (const [j, account] of organization.accounts.entries()) {
      const issue = keyFault(account)
      if (issue !== undefined) {
        faults.push({ field: `organizations[${i}].accounts[${j}]`, issue })
      }
    }
    for (const [j, wallet] of organization.wallets.entries()) {
      const field = `organizations[${i}].wallets[${j}]`
      refer(`${field}.custodian`, 'custodians', wallet.custodian)
      for (const [k, asset] of wallet.assets.entries()) {
        refer(`${field}.assets[${k}]`, 'assets', asset)
      }
    }
  }
  for (const [i, { lender, borrower }] of agreements.entries()) {
    refer(`agreements[${i}].lender`, 'organizations', lender)
    refer(`agreements[${i}].borrower`, 'organizations', borrower)
    if (lender === borrower) {
      faults.push({ field: `agreements[${i}].borrower`, issue: 'must be another than the lender' })
    }
  }
  for (const [i, { asset, source }] of prices.entries()) {
    refer(`prices[${i}].asset`, 'assets', asset)
    refer(`prices[${i}].source`, 'price_sources', source)
  }
  return faults
}

function keyFault({ key_file, public_key, proof }: AccountEntry): string | undefined {
  if (key_file !== undefined && (public_key !== undefined || proof !== undefined)) {
    return 'must have a key_file, or a public_key and its proof, not both'
  }
  if (public_key !== undefined && proof === undefined) return 'must have the proof of public_key'
  if (public_key !== undefined && proof?.split('.')[0] !== public_key) {
    return 'must have the proof of this public_key, not of another'
  }
  return undefined
}

function doubled<Item>(
  items: readonly Item[],
  list: string,
  member: string,
  nameOf: (item: Item) => string | undefined,
): CommandIssue[] {
  const names = items.map(nameOf).filter((name) => name !== undefined)
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return [...twice].map((name) => ({
    field: list,
    issue: `${member} ${JSON.stringify(name)} is given more than once`,
  }))
}
