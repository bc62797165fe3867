import type { StateMachine } from '@vadium/schema'
import type { QueryResultRow } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import { cutPage, type ReadPage } from '../../../platform/lists/list.ts'
import { placeOf, readPosition } from '../../../platform/lists/page-token.ts'
import { unknownStatus } from '../../../platform/lists/unknown-status.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { OfferedAction, Offers } from '../parties/offer.ts'
import type { Viewer } from '../lifecycle/lifecycle.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DecidingFacts } from './deciding-facts.ts'
import type { RequestSelection, RequestTable } from './request-table.ts'

/** How requests of one kind are listed. */
export interface ShownRequests<Request extends QueryResultRow, Resource, Filter extends string> {
  readonly table: RequestTable<Request, Filter>
  readonly states: StateMachine
  /** The message for an unknown status. */
  readonly statusUnknown: string
  readonly resource: (request: Request, viewer: Viewer) => Resource
  readonly notFound: (id: string) => Refusal
}

interface Parts<Request> {
  readonly database: TenantDatabase
  readonly clock: Clock
  readonly facts: DecidingFacts<Request>
}

/** Lists the requests of one kind on the positions in which an organization lends or borrows. */
export class RequestListing<
  Request extends { readonly id: string; readonly createdAt: string },
  Resource extends { readonly actions: readonly OfferedAction[] },
  Filter extends string,
> {
  readonly #shown: ShownRequests<Request, Resource, Filter>
  readonly #database: TenantDatabase
  readonly #clock: Clock
  readonly #facts: DecidingFacts<Request>

  constructor(
    shown: ShownRequests<Request, Resource, Filter>,
    { database, clock, facts }: Parts<NoInfer<Request>>,
  ) {
    this.#shown = shown
    this.#database = database
    this.#clock = clock
    this.#facts = facts
  }

  async get(caller: Caller, id: string): Promise<Resource | Refusal> {
    const { table, resource, notFound } = this.#shown
    const request = await table.find(this.#database, caller, id)
    if (request instanceof Refusal) return request
    if (request === undefined) return notFound(id)
    const viewer = await this.#viewer(caller, [request])
    return viewer instanceof Refusal ? viewer : resource(request, viewer)
  }

  /** Reads pages of requests, newest first. */
  reader(
    caller: Caller,
    filters: RequestSelection<Filter> & { readonly status?: string },
  ): ReadPage<Resource> {
    const { table, states, statusUnknown, resource } = this.#shown
    return async (after, pageSize) => {
      const unknown = unknownStatus(states, filters.status, statusUnknown)
      if (unknown !== undefined) return unknown
      const behind = after === undefined ? undefined : readPosition(after)
      const rows = await table.page(this.#database, caller, filters, behind, pageSize + 1)
      if (rows instanceof Refusal) return rows
      const viewer = await this.#viewer(caller, rows)
      if (viewer instanceof Refusal) return viewer
      return cutPage(rows, pageSize, placeOf, (request) => resource(request, viewer))
    }
  }

  /** The actions that the caller may do now with each request. `tx` is given within a write. */
  async offers(
    caller: Caller,
    ids: readonly string[],
    tx?: WriteTransaction,
  ): Promise<Offers | Refusal> {
    const { table, resource } = this.#shown
    const rows = await table.some(this.#database, caller, ids, tx)
    if (rows instanceof Refusal) return rows
    const viewer = await this.#viewer(caller, rows, tx)
    if (viewer instanceof Refusal) return viewer
    return new Map(rows.map((row) => [row.id, resource(row, viewer).actions]))
  }

  /** Who looks at these requests, with what else decides about them. */
  async #viewer(
    caller: Caller,
    requests: readonly Request[],
    tx?: WriteTransaction,
  ): Promise<Viewer | Refusal> {
    const { organizationId, role } = caller
    const facts =
      tx === undefined
        ? await this.#facts.read(caller, requests, this.#clock.now())
        : await this.#facts.within(tx, requests)
    return facts instanceof Refusal ? facts : { organizationId, role, ...facts }
  }
}
