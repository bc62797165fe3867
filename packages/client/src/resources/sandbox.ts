// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type {
  AdvanceSandbox,
  DecideSandboxTransfer,
  Sandbox,
  ScriptSandboxCustodian,
  ScriptSandboxPrices,
} from '../types/sandbox.ts'

/** The time and the script of a sandbox. A service that is no sandbox answers `ROUTE_NOT_FOUND`. */
export class SandboxControl {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Get the sandbox. Returns the time of the sandbox and the amount of work that is due later.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ROUTE_NOT_FOUND`: No operation has this method and path. See /openapi.json.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const sandbox = await client.sandbox.get()
   * ```
   */
  get(options: RequestOptions = {}): Call<Sandbox> {
    return this.#requests.request(getSandbox, {}, options)
  }

  /**
   * Advance the time of the sandbox. Moves the time of the sandbox forward. Scripted prices,
   * deadlines and custodian answers on the way happen at their own time. The call stops after 2,000
   * such steps or a few seconds. Repeat it until the answer has the requested time.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `to`: The time to advance to. Not before the time of the sandbox. RFC 3339 in UTC, with
   *     milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `ROUTE_NOT_FOUND`: No operation has this method and path. See /openapi.json.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const sandbox = await client.sandbox.advance({ to: '2026-03-02T16:00:00.000Z' })
   * ```
   */
  advance(body: AdvanceSandbox, options: RequestOptions = {}): Call<Sandbox> {
    return this.#requests.request(advanceSandbox, { body }, options)
  }

  /**
   * Script prices of the sandbox. Scripts the quotes of price sources. A source repeats its quote
   * until its next scripted quote.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `prices`: 1 to 500 quotes.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `ROUTE_NOT_FOUND`: No operation has this method and path. See /openapi.json.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const sandbox = await client.sandbox.scriptPrices({
   *   prices: [
   *     {
   *       time: '2026-03-02T16:00:00.000Z',
   *       asset: 'BTC',
   *       source: 'desk-feed',
   *       price_usd: '59120.5',
   *     },
   *   ],
   * })
   * ```
   */
  scriptPrices(body: ScriptSandboxPrices, options: RequestOptions = {}): Call<Sandbox> {
    return this.#requests.request(scriptSandboxPrices, { body }, options)
  }

  /**
   * Script a custodian of the sandbox. Scripts how a simulated custodian handles its next
   * instructions. Omitted members keep the default behaviour. At most 1,000 scripts may be pending.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `custodian`: The id of the custodian.
   *   - `token` (optional): Only instructions that move this asset.
   *   - `times` (optional): The number of instructions that this script applies to. Default: 1.
   *   - `outcome` (optional): The final outcome of the instructions. Default: completed.
   *   - `stages` (optional): The stages before the outcome, in order.
   *   - `lost_submissions` (optional): The number of submissions that do not reach the custodian
   *     and get no answer. Default: 0.
   *   - `lost_answers` (optional): The number of submissions that are carried out but get no
   *     answer. Default: 0.
   *   - `lost_replies` (optional): The number of status queries that get no answer. Default: 0.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `ROUTE_NOT_FOUND`: No operation has this method and path. See /openapi.json.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const sandbox = await client.sandbox.scriptCustodian({ custodian: 'acme' })
   * ```
   */
  scriptCustodian(body: ScriptSandboxCustodian, options: RequestOptions = {}): Call<Sandbox> {
    return this.#requests.request(scriptSandboxCustodian, { body }, options)
  }

  /**
   * Decide a transfer in the sandbox. Approves or refuses a transfer that awaits a decision at its
   * simulated custodian.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `transfer_id`: The transfer that awaits a decision. A UUID.
   *   - `decision`: The decision of the approver at the custodian.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `ROUTE_NOT_FOUND`: No operation has this method and path. See /openapi.json.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const sandbox = await client.sandbox.decide({
   *   transfer_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   decision: 'approved',
   * })
   * ```
   */
  decide(body: DecideSandboxTransfer, options: RequestOptions = {}): Call<Sandbox> {
    return this.#requests.request(decideSandboxTransfer, { body }, options)
  }
}

const sandboxMembers = 'time seed work_due'

export const getSandbox: OperationOf<{ answer: Sandbox }> = new Read(
  'getSandbox',
  '/sandbox',
  sandboxMembers,
)

export const advanceSandbox: OperationOf<{ body: AdvanceSandbox; answer: Sandbox }> = new Write(
  'advanceSandbox',
  '/sandbox:',
  sandboxMembers,
  {},
)

export const scriptSandboxPrices: OperationOf<{ body: ScriptSandboxPrices; answer: Sandbox }> =
  new Write('scriptSandboxPrices', '/sandbox:script-prices', sandboxMembers, {})

export const scriptSandboxCustodian: OperationOf<{
  body: ScriptSandboxCustodian
  answer: Sandbox
}> = new Write('scriptSandboxCustodian', '/sandbox:script-custodian', sandboxMembers, {})

export const decideSandboxTransfer: OperationOf<{ body: DecideSandboxTransfer; answer: Sandbox }> =
  new Write('decideSandboxTransfer', '/sandbox:', sandboxMembers, {})
