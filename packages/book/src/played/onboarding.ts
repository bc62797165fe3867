import { proveKey } from '@vadium/client'
import type { DealScript, ScriptedFirm, Side } from './deal-script.ts'
import type { Firm } from './episode.ts'
import type { Calls, Stage } from './stage.ts'

/** The decimals of an asset that is new to the sandbox. */
const usualDecimals = 8

/** Onboards both firms, each with its own custodian, an account, a key and two wallets. */
export async function onboard(
  script: DealScript,
  stage: Stage,
  calls: Calls,
): Promise<Readonly<Record<Side, Firm>>> {
  await makeMissingAssets(script, stage, calls)
  const lender = await takeIn('lender', script, stage, calls)
  const borrower = await takeIn('borrower', script, stage, calls)
  return { lender, borrower }
}

async function makeMissingAssets(
  { asset, collateral_asset }: DealScript,
  { operator }: Stage,
  calls: Calls,
): Promise<void> {
  const { assets } = await operator.assets.list({ page_size: 1000 }, calls.read())
  const known = new Set(assets.map(({ symbol }) => symbol))
  for (const symbol of [asset, collateral_asset].filter((each) => !known.has(each))) {
    const made = { symbol, name: symbol, normalized_symbol: symbol, decimals: usualDecimals }
    await operator.assets.create(made, calls.write())
  }
}

async function takeIn(side: Side, script: DealScript, stage: Stage, calls: Calls): Promise<Firm> {
  const { operator, run } = stage
  const { name, slug, custodian: scripted } = script.firms[side]
  const custodian = await operator.custodians.create(
    { id: `${scripted.id}-${run}`, name: scripted.name, adapter: 'simulated' },
    calls.write(),
  )
  const organization = await operator.organizations.create(
    { slug: `${slug}-${run}`, name },
    calls.write(),
  )
  const account = await operator.accounts.create(
    { organization_id: organization.id, name: `${name}, lending desk`, kind: 'person' },
    calls.write(),
  )
  const { installation_id: installationId } = await operator.installation.get(calls.read())
  const enrolled = { installationId, organizationId: organization.id, accountId: account.id }
  const { credential } = await operator.credentials.create(
    // An admin does what execution does, and accepts the terms of the agreement.
    {
      account_id: account.id,
      role: 'admin',
      proof: proveKey(stage.firms[side].key.privateKey, enrolled, stage.now()),
    },
    calls.write(),
  )
  const wallet = (asset: string) =>
    makeWallet(script.firms[side], organization.id, asset, stage, calls)
  return {
    side,
    organization_id: organization.id,
    name: organization.name,
    public_key: credential.public_key,
    custodian: { id: custodian.id, name: custodian.name },
    asset_wallet_id: await wallet(script.asset),
    collateral_wallet_id: await wallet(script.collateral_asset),
  }
}

async function makeWallet(
  { name, slug, custodian }: ScriptedFirm,
  organizationId: string,
  asset: string,
  { operator, run }: Stage,
  calls: Calls,
): Promise<string> {
  const id = `${slug}-${run}-${asset}`
  const wallet = await operator.wallets.create(
    {
      id,
      organization_id: organizationId,
      custodian: `${custodian.id}-${run}`,
      name: `${name}, ${asset}`,
      address: `sandbox:${id}`,
      assets: [asset],
    },
    calls.write(),
  )
  return wallet.id
}
