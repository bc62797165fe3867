import type { QueryResultRow } from 'pg'
import type { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import { change } from '../lifecycle/change.ts'
import type { Facts, Lifecycle, Viewer } from '../lifecycle/lifecycle.ts'
import type { Columns, Stateful } from '../lifecycle/state-moves.ts'
import { otherSide } from '../parties/deal.ts'
import type { DecidingFacts } from './deciding-facts.ts'
import type { RequestTable } from './request-table.ts'

/**
 * The work of a change before what decides about it is read, before its state is written, and
 * after, with the state that it has then.
 */
export interface RequestSteps<State extends string, Request> {
  readonly lock?: (request: Request) => Promise<void>
  /** It may name columns to write with the state. */
  readonly prepare?: (request: Request) => Promise<Columns | Refusal | undefined>
  readonly work?: (request: Request, status: State) => Promise<Refusal | undefined>
}

/** What differs between kinds of requests. */
interface ChangedKind<
  State extends string,
  Move extends string,
  Request extends QueryResultRow & Stateful<State>,
  Resource,
> {
  readonly table: Pick<RequestTable<Request, string>, 'lock' | 'read'>
  readonly lifecycle: Lifecycle<State, Move, Request>
  readonly resource: (request: Request, viewer: Viewer) => Resource
  readonly notFound: (id: string) => Refusal
  readonly facts: DecidingFacts<Request>
}

/** How the two sides change the requests of one kind. */
export class RequestChanges<
  State extends string,
  Move extends string,
  Request extends QueryResultRow & Stateful<State>,
  Resource,
> {
  readonly #kind: ChangedKind<State, Move, Request, Resource>

  constructor(kind: ChangedKind<State, Move, Request, Resource>) {
    this.#kind = kind
  }

  /**
   * Changes one request in the name of the caller, under the lock of its deal. Returns it as it is
   * afterwards.
   */
  async change(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    action: Move,
    { lock, prepare, work }: RequestSteps<State, Request> = {},
  ): Promise<Resource | Refusal> {
    const { table, lifecycle, notFound } = this.#kind
    const request = await table.lock(tx, id)
    if (request === undefined) return notFound(id)
    await lock?.(request)
    const facts = await this.factsOf(tx, request)
    const asked = { action, facts, prepare: async () => prepare?.(request) }
    const refusal = await change(tx, lifecycle, request, asked, async (status) =>
      work?.(request, status),
    )
    return refusal ?? this.shown(tx, caller, id)
  }

  /** What a cancellation needs first: withdrawing a request that has no answer yet is limited. */
  withdrawal(tx: WriteTransaction, traffic: CounterpartyTraffic): RequestSteps<State, Request> {
    const { initial } = this.#kind.lifecycle.machine
    return {
      prepare: async (request) =>
        request.status === initial
          ? traffic.admitWithdrawal(tx, otherSide(request, tx.organizationId))
          : undefined,
    }
  }

  /** The request as the caller sees it now. */
  async shown(
    tx: WriteTransaction,
    caller: Pick<Caller, 'organizationId' | 'role'>,
    id: string,
  ): Promise<Resource> {
    return this.show(tx, caller, await this.#kind.table.read(tx, id))
  }

  /** A request that was just read, as the caller sees it. */
  async show(
    tx: WriteTransaction,
    { organizationId, role }: Pick<Caller, 'organizationId' | 'role'>,
    request: Request,
  ): Promise<Resource> {
    const facts = await this.factsOf(tx, request)
    return this.#kind.resource(request, { organizationId, role, ...facts })
  }

  /** What decides about a request besides itself. Its deal must be locked. */
  factsOf(tx: WriteTransaction, request: Request): Promise<Facts> {
    return this.#kind.facts.within(tx, [request])
  }
}
