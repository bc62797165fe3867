// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { InstallationIdentity } from '../types/installation.ts'

/** Which installation a service is. */
export class Installation {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Get the installation. Returns the id of this installation. A proof of possession contains it.
   *
   * A proof of possession names the id, see `proveKey`. Everybody is answered, also before a key is
   * enrolled.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`, `operator`.
   *
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const installation = await client.installation.get()
   * ```
   */
  get(options: RequestOptions = {}): Call<InstallationIdentity> {
    return this.#requests.request(getInstallation, {}, options)
  }
}

export const getInstallation: OperationOf<{ answer: InstallationIdentity }> = new Read(
  'getInstallation',
  '/installation',
  'installation_id',
)
