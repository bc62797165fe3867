import { getInstallation } from '@vadium/schema'
import type { Answer, RequestOptions, Requests } from '../core/operation-call.ts'

/** Which installation a service is. */
export class Installation {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * The id that a proof of possession names, see `proveKey`. It is answered to everybody, also before a key is
   * enrolled.
   *
   * @throws VadiumServiceError and what else every call may throw: see {@link VadiumError}.
   */
  get(options: RequestOptions = {}): Promise<Answer<typeof getInstallation>> {
    return this.#requests.request(getInstallation, {}, options)
  }
}
