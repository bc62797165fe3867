import { type Static, Type } from '@sinclair/typebox'
import {
  createAccount,
  createAgreement,
  createAsset,
  createCredential,
  createCustodian,
  createOrganization,
  createPriceSource,
  createWallet,
  pushPrices,
} from '@vadium/schema'

const closed = { additionalProperties: false }

const { kind, name } = createAccount.body.properties
const { role, public_key, proof } = createCredential.body.properties
const { slug } = createOrganization.body.properties
const { asset, source, price_usd } = pushPrices.body.properties.quotes.items.properties

const AccountEntry = Type.Object(
  {
    name,
    kind,
    role,
    key_file: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        'x-expected': 'the path of a file, relative to this one',
      }),
    ),
    public_key,
    proof,
  },
  closed,
)
export type AccountEntry = Static<typeof AccountEntry>

const WalletEntry = Type.Omit(createWallet.body, ['organization_id'])

const OrganizationEntry = Type.Object(
  {
    ...createOrganization.body.properties,
    accounts: Type.Array(AccountEntry),
    wallets: Type.Array(WalletEntry),
  },
  closed,
)
export type OrganizationEntry = Static<typeof OrganizationEntry>

const AgreementEntry = Type.Object(
  { lender: slug, borrower: slug, terms: createAgreement.body.properties.terms },
  closed,
)
export type AgreementEntry = Static<typeof AgreementEntry>

/** A live installation. Its members are those of the operations that make it. */
export const InstallationFile = Type.Object(
  {
    custodians: Type.Array(createCustodian.body),
    assets: Type.Array(createAsset.body),
    organizations: Type.Array(OrganizationEntry),
    agreements: Type.Array(AgreementEntry),
    price_sources: Type.Array(createPriceSource.body.properties.source),
    prices: Type.Array(Type.Object({ asset, source, price_usd }, closed)),
  },
  closed,
)
export type InstallationFile = Static<typeof InstallationFile>
