import { proveKey } from '@vadium/client'
import {
  acceptAgreement,
  acceptInvitation,
  activateOrganization,
  amendAgreement,
  confirmInvitation,
  createAccount,
  createAgreement,
  createAsset,
  createCredential,
  createCustodian,
  createInvitation,
  createOrganization,
  createWallet,
  getAgreement,
  getCurrentCredential,
  getInvitation,
  getOrganization,
  listAccounts,
  listAgreements,
  listAssets,
  listCalendars,
  listAuditEntries,
  listCredentials,
  listCustodians,
  listInvitations,
  listOrganizations,
  listWallets,
  openInvitation,
  proposeTerms,
  retireWallet,
  revokeCredential,
  revokeInvitation,
  rotateCredential,
  suspendOrganization,
  withdrawTerms,
  setCalendar,
} from '@vadium/schema'
import { type Caller, exampleKey } from '../caller.ts'
import { organizationIds, type Stage } from './stage.ts'

const terms = {
  requirement_percent: '140',
  haircut: null,
  margin_call_percent: '132',
  liquidation_percent: '115',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '10000',
  lot_top_up: '0.01',
  lot_release: '0.01',
  day_count: 'ACT/360',
  cure_time_seconds: 14_400,
  dispute_tolerance_usd: null,
  dispute_tolerance_percent: '2',
  dispute_method: 'undisputed',
} as const

/** A third firm comes in, and the lender gets a second person, who is returned. */
export async function onboard(stage: Stage): Promise<Caller> {
  const { tape, operator } = stage
  const meridian = await tape.show(createOrganization, operator, {
    body: { slug: 'meridian', name: 'Meridian Bank' },
  })
  const params = { organization_id: meridian.id }
  await tape.show(getOrganization, operator, { params })
  await tape.show(listOrganizations, operator, { query: { page_size: 2 } })
  const colleague = await issueCredentials(stage)
  await addReferenceData(stage, meridian.id)
  await agree(stage, meridian.id)
  await negotiate(stage)
  await tape.show(suspendOrganization, operator, { params })
  await tape.show(activateOrganization, operator, { params })
  await invite(stage)
  return colleague
}

async function issueCredentials({ tape, operator, lender }: Stage): Promise<Caller> {
  const organization_id = organizationIds.lender
  const { id: account_id } = await tape.show(createAccount, operator, {
    body: { organization_id, name: 'Harbor Bank Treasury, risk desk', kind: 'person' },
  })
  const { private_key = '' } = await tape.show(createCredential, operator, {
    body: { account_id, role: 'admin' },
  })
  await tape.show(listAccounts, operator, { query: { organization_id, page_size: 2 } })
  await tape.show(getCurrentCredential, lender)
  const { id: job } = await tape.play(createAccount, operator, {
    body: { organization_id, name: 'Harbor Bank Treasury, reporting job', kind: 'program' },
  })
  const { credential } = await tape.play(createCredential, lender, {
    body: { account_id: job, role: 'reporting' },
  })
  const params = { credential_id: credential.id }
  await tape.show(rotateCredential, lender, { params, body: { overlap_seconds: 3600 } })
  await tape.show(revokeCredential, lender, { params })
  // At once: the trail gets its lines of reads a moment later.
  await tape.show(listAuditEntries, lender, { query: { page_size: 2 } })
  await tape.show(listCredentials, lender, { query: { page_size: 2 } })
  return { name: 'Harbor Bank Treasury, risk desk', privateKey: private_key }
}

/** A colleague accepts an invitation with a key, which the lender confirms; another is revoked. */
async function invite({ tape, lender }: Stage): Promise<void> {
  const { invitation, secret } = await tape.show(createInvitation, lender, {
    body: { name: 'Ada Byron', role: 'execution' },
  })
  const params = { invitation_id: invitation.id }
  const key = exampleKey('Ada Byron')
  const colleague = { name: 'Ada Byron', privateKey: key.privateKey }
  const opened = await tape.play(openInvitation, colleague, { params, body: { secret } })
  const { offer } = opened
  if (offer === null) throw new Error('the invitation has ended')
  const { account_id, name, role } = offer
  const proof = proveKey(key.privateKey, {
    installationId: offer.installation_id,
    organizationId: offer.organization_id,
    accountId: account_id,
  })
  await tape.play(acceptInvitation, colleague, { params, body: { secret, proof } })
  await tape.show(getInvitation, lender, { params })
  await tape.show(confirmInvitation, lender, {
    params,
    body: { public_key: key.publicKey, account_id, name, role },
  })
  const other = await tape.play(createInvitation, lender, {
    body: { name: 'Charles Babbage', role: 'viewer' },
  })
  await tape.show(revokeInvitation, lender, { params: { invitation_id: other.invitation.id } })
  await tape.show(listInvitations, lender, { query: { page_size: 2 } })
}

async function addReferenceData({ tape, operator, lender }: Stage, firm: string): Promise<void> {
  await tape.show(createCustodian, operator, {
    body: { id: 'northlight', name: 'Northlight Custody', adapter: 'simulated' },
  })
  await tape.show(listCustodians, lender)
  await tape.show(createAsset, operator, {
    body: { symbol: 'LINK', name: 'Chainlink', normalized_symbol: 'LINK', decimals: 18 },
  })
  await tape.show(listAssets, lender, { query: { page_size: 3 } })
  await tape.show(setCalendar, operator, {
    body: {
      id: 'london',
      name: 'London bank holidays',
      holidays: [
        { date: '2026-12-25', name: 'Christmas Day' },
        { date: '2026-12-28', name: 'Boxing Day (substitute day)' },
      ],
      last_day: '2027-12-31',
    },
  })
  await tape.show(listCalendars, lender, { query: { page_size: 2 } })
  await tape.show(createWallet, operator, {
    body: {
      id: 'meridian-treasury',
      organization_id: firm,
      custodian: 'northlight',
      name: 'Meridian Bank, treasury',
      address: '0x00000000000000000000000000000000example1',
      assets: ['USDT', 'ETH'],
    },
  })
  await tape.show(listWallets, lender, { query: { page_size: 2 } })
  await tape.show(retireWallet, operator, { body: { wallet_id: 'meridian-treasury' } })
}

async function agree({ tape, operator, lender }: Stage, borrower_id: string): Promise<void> {
  const { id } = await tape.show(createAgreement, operator, {
    body: { lender_id: organizationIds.lender, borrower_id, terms },
  })
  const params = { agreement_id: id }
  await tape.show(acceptAgreement, lender, { params, body: { version: 1 } })
  await tape.show(amendAgreement, operator, {
    params,
    body: { terms: { ...terms, requirement_percent: '145' } },
  })
  await tape.show(getAgreement, lender, { params })
  await tape.show(listAgreements, lender, { query: { page_size: 1 } })
}

/** The borrower asks the lender for other terms, and thinks better of it. */
async function negotiate({ tape, borrower }: Stage): Promise<void> {
  const { agreements } = await tape.play(listAgreements, borrower)
  const [{ id, versions } = missing()] = agreements
  const inEffect = versions.at(-1) ?? missing()
  const params = { agreement_id: id }
  const version = inEffect.version + 1
  await tape.show(proposeTerms, borrower, {
    params,
    body: { version, terms: { ...inEffect.terms, threshold_usd: '50000' } },
  })
  await tape.show(withdrawTerms, borrower, { params, body: { version } })
}

function missing(): never {
  throw new Error('the borrower has no agreement')
}
