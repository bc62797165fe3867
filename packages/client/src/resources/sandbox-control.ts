import {
  advanceSandbox,
  decideSandboxTransfer,
  getSandbox,
  scriptSandboxCustodian,
  scriptSandboxPrices,
} from '@vadium/schema'
import type { Answer, BodyInput, RequestOptions, Requests } from '../core/operation-call.ts'

/** The time and the script of a sandbox. A service that is none answers `ROUTE_NOT_FOUND`. */
export class SandboxControl {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * What time it is in the book, and what is still to come.
   *
   * @throws VadiumServiceError `ROUTE_NOT_FOUND`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  get(options: RequestOptions = {}): Promise<Answer<typeof getSandbox>> {
    return this.#requests.request(getSandbox, {}, options)
  }

  /**
   * Moves the time of the book on. Everything that falls due on the way happens at its time. After
   * 2,000 such steps, or after some seconds, it stops where it is: ask again until `time` is what was
   * asked for.
   *
   * @throws VadiumServiceError `VALUE_INVALID`, `ROUTE_NOT_FOUND`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  advance(
    body: BodyInput<typeof advanceSandbox>,
    options: RequestOptions = {},
  ): Promise<Answer<typeof advanceSandbox>> {
    return this.#requests.request(advanceSandbox, { body }, options)
  }

  /**
   * Says what each source will quote from when on.
   *
   * @throws VadiumServiceError `REFERENCE_UNKNOWN`, `VALUE_INVALID`, `ROUTE_NOT_FOUND`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  scriptPrices(
    body: BodyInput<typeof scriptSandboxPrices>,
    options: RequestOptions = {},
  ): Promise<Answer<typeof scriptSandboxPrices>> {
    return this.#requests.request(scriptSandboxPrices, { body }, options)
  }

  /**
   * Says what becomes of the next instructions to a simulated custodian.
   *
   * @throws VadiumServiceError `REFERENCE_UNKNOWN`, `INVALID_STATE`, `ROUTE_NOT_FOUND`; and what every
   *   call may throw: see {@link VadiumError}.
   */
  scriptCustodian(
    body: BodyInput<typeof scriptSandboxCustodian>,
    options: RequestOptions = {},
  ): Promise<Answer<typeof scriptSandboxCustodian>> {
    return this.#requests.request(scriptSandboxCustodian, { body }, options)
  }

  /**
   * Approves or refuses what waits for a decision at a simulated custodian.
   *
   * @throws VadiumServiceError `REFERENCE_UNKNOWN`, `INVALID_STATE`, `ROUTE_NOT_FOUND`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  decide(
    body: BodyInput<typeof decideSandboxTransfer>,
    options: RequestOptions = {},
  ): Promise<Answer<typeof decideSandboxTransfer>> {
    return this.#requests.request(decideSandboxTransfer, { body }, options)
  }
}
