import { listMutedCounterparties, muteCounterparty, unmuteCounterparty } from '@vadium/schema'
import type { CounterpartyMute } from '../answers.ts'
import type { Answer, QueryInput, RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type CounterpartyMuteList = Answer<typeof listMutedCounterparties>

/** Whose messages and new orders are refused. */
export class Counterparties {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Refuses the messages and new orders of a counterparty from now on. Margin calls, disputes,
   * returns, recalls, rerates and answers go through as before.
   *
   * @throws VadiumServiceError `ORGANIZATION_NOT_FOUND`, `INVALID_STATE`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  mute(counterpartyId: string, options: RequestOptions = {}): Promise<CounterpartyMute> {
    const params = { counterparty_id: counterpartyId }
    return this.#requests.request(muteCounterparty, { params }, options)
  }

  /**
   * Takes the messages and new orders of a counterparty again.
   *
   * @throws VadiumServiceError `ORGANIZATION_NOT_FOUND`, `INVALID_STATE`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  unmute(counterpartyId: string, options: RequestOptions = {}): Promise<CounterpartyMute> {
    const params = { counterparty_id: counterpartyId }
    return this.#requests.request(unmuteCounterparty, { params }, options)
  }

  /**
   * Whose messages and new orders the organization of the caller refuses.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  muted(
    filter: QueryInput<typeof listMutedCounterparties> = {},
    options: RequestOptions = {},
  ): PageList<CounterpartyMuteList, CounterpartyMute> {
    return this.#requests.list(listMutedCounterparties, { query: filter }, options)
  }
}
