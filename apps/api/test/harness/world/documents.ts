import {
  type Document,
  type DocumentKind,
  type DocumentWithContent,
  getDocument,
  listDocuments,
  type OperationQuery,
  setDocumentPreferences,
} from '@vadium/schema'
import type { Key, Party } from '../book.ts'
import { succeed } from '../call.ts'
import type { Identified, World } from './world.ts'

/** The documents of a world, as a side reads them: the lender, unless said otherwise. */
export class Documents {
  readonly #world: World
  readonly #admins = new Map<Party, Key>()

  /** Those of the parties who ask for documents get an admin. Before the start. */
  constructor(world: World, parties: readonly Party[] = [world.lender, world.borrower]) {
    this.#world = world
    for (const party of parties) this.#admins.set(party, party.credential('admin'))
  }

  /** From now on, a party wants these kinds, and no others. */
  async want(kinds: readonly DocumentKind[], party = this.#world.lender): Promise<void> {
    const key = this.#admins.get(party)
    if (key === undefined) throw new Error('this party asks for no documents')
    await succeed(this.#world.service, setDocumentPreferences, { key, body: { kinds } })
  }

  /** The newest first. */
  async list(
    query: OperationQuery<typeof listDocuments>,
    key = this.#world.lenderKey,
  ): Promise<Document[]> {
    return (await succeed(this.#world.service, listDocuments, { key, query })).documents
  }

  of(orderId: string, key = this.#world.lenderKey): Promise<Document[]> {
    return this.list({ order_id: orderId }, key)
  }

  async content(
    { id }: Identified,
    key = this.#world.lenderKey,
  ): Promise<DocumentWithContent['content']> {
    const params = { document_id: id }
    return (await succeed(this.#world.service, getDocument, { key, params })).content
  }

  /** Renders everything that may be rendered now. */
  render(): Promise<void> {
    return this.#world.service.services.documentRenderer.runDue()
  }
}
