import type { TSchema } from '@sinclair/typebox'
import { type VadiumClient, VadiumError } from '@vadium/client'
import { getCurrentCredential, listAccounts, listAgreements, type Operation } from '@vadium/schema'
import type { NameOf } from './marked-answer.ts'
import { variantsOf } from './schema-parts.ts'

const KEPT_MS = 60_000
const query = { page_size: 1000 }

type Named = readonly (readonly [id: string, name: string])[]

/**
 * The names of organizations and accounts. Organizations are those that the caller has agreements
 * with: nobody else is a party of its deals. Accounts are read only for an answer that may have the
 * id of one.
 */
export class Names {
  readonly #organizations: KeptNames
  readonly #accounts: KeptNames

  constructor(client: VadiumClient, role: string) {
    this.#organizations = new KeptNames((signal) => organizationsOf(client, signal))
    this.#accounts = new KeptNames((signal) => accountsOf(client, role, signal))
  }

  /** The names that the answers of an operation may need. */
  async read({ response }: Operation, signal: AbortSignal): Promise<NameOf> {
    const [organizations, accounts] = await Promise.all([
      this.#organizations.read(signal),
      hasUnnamedAccount(response) ? this.#accounts.read(signal) : undefined,
    ])
    return (id) => organizations.get(id) ?? accounts?.get(id)
  }
}

/**
 * Names that are read again after a minute. If they cannot be read, those of before are known: an
 * answer is worth more than its names.
 */
class KeptNames {
  readonly #read: (signal: AbortSignal) => Promise<Named>
  #names: ReadonlyMap<string, string> = new Map()
  #readMs = -Infinity

  constructor(read: (signal: AbortSignal) => Promise<Named>) {
    this.#read = read
  }

  async read(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    if (performance.now() - this.#readMs > KEPT_MS) {
      try {
        this.#names = new Map(await this.#read(signal))
        this.#readMs = performance.now()
      } catch (error) {
        if (!(error instanceof VadiumError)) throw error
      }
    }
    return this.#names
  }
}

async function organizationsOf(client: VadiumClient, signal: AbortSignal): Promise<Named> {
  const { agreements } = await client.request(listAgreements, { query }, { signal })
  return agreements.flatMap(({ lender_id, lender_name, borrower_id, borrower_name }) => [
    [lender_id, lender_name] as const,
    [borrower_id, borrower_name] as const,
  ])
}

/** Those of the own organization, or of a key that may not read them the account of the key. */
async function accountsOf(client: VadiumClient, role: string, signal: AbortSignal): Promise<Named> {
  const mayList = listAccounts.roles.some((permitted) => permitted === role)
  const accounts = mayList
    ? (await client.request(listAccounts, { query }, { signal })).accounts
    : [(await client.request(getCurrentCredential, {}, { signal })).account]
  return accounts.map(({ id, name }) => [id, name])
}

/** Whether a value of the schema may have the id of an account without its name beside it. */
function hasUnnamedAccount(schema: TSchema): boolean {
  return variantsOf(schema).some(({ properties, items }) => {
    const members = (properties ?? {}) as Readonly<Record<string, TSchema>>
    const isUnnamed = Object.keys(members).some((name) => {
      const [, what] = /^(.*account)_id$/.exec(name) ?? []
      return what !== undefined && !Object.hasOwn(members, `${what}_name`)
    })
    const inner = [...Object.values(members), ...(items === undefined ? [] : [items as TSchema])]
    return isUnnamed || inner.some(hasUnnamedAccount)
  })
}
