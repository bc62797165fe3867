// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AnswerSchema, OperationOf } from '../core/operation.ts'
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
   * Get the sandbox. What time it is in the book, and what is still to come.
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
  get(options: RequestOptions = {}): Promise<Sandbox> {
    return this.#requests.request(getSandbox, {}, options)
  }

  /**
   * Advance the time of the sandbox. Moves the time on, and everything that falls due on the way
   * happens at its time: prices, deadlines, custodians. After 2,000 such steps, or after some
   * seconds, it stops where it is; ask again until the answer has the time that you asked for.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `to`: The time to advance to, not before that of the book. RFC 3339 in UTC, with
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
  advance(body: AdvanceSandbox, options: RequestOptions = {}): Promise<Sandbox> {
    return this.#requests.request(advanceSandbox, { body }, options)
  }

  /**
   * Script prices of the sandbox. What each source will quote from when on. It goes on quoting that
   * until the script says otherwise.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `prices`: What is quoted, from when on.
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
   *       price_usd: '1250.5',
   *     },
   *   ],
   * })
   * ```
   */
  scriptPrices(body: ScriptSandboxPrices, options: RequestOptions = {}): Promise<Sandbox> {
    return this.#requests.request(scriptSandboxPrices, { body }, options)
  }

  /**
   * Script a custodian of the sandbox. What becomes of the next instructions to a simulated
   * custodian. What is not said goes its usual way. At most 1,000 scripts wait.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `custodian`: The identifier of the custodian.
   *   - `token` (optional): Only instructions that move this asset.
   *   - `times` (optional): For so many instructions; one unless given.
   *   - `outcome` (optional): How they end.
   *   - `stages` (optional): The stages they pass, in order.
   *   - `lost_submissions` (optional): So many submissions never arrive, and are not answered.
   *   - `lost_answers` (optional): So many submissions are carried out, and the answer is lost.
   *   - `lost_replies` (optional): So many enquiries are not answered.
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
  scriptCustodian(body: ScriptSandboxCustodian, options: RequestOptions = {}): Promise<Sandbox> {
    return this.#requests.request(scriptSandboxCustodian, { body }, options)
  }

  /**
   * Decide a transfer in the sandbox. Approves or refuses, as somebody at the custodian would, what
   * waits for a decision.
   *
   * Only a sandbox has it.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `transfer_id`: The id of the transfer. A UUID.
   *   - `decision`: What the approver at the custodian says.
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
  decide(body: DecideSandboxTransfer, options: RequestOptions = {}): Promise<Sandbox> {
    return this.#requests.request(decideSandboxTransfer, { body }, options)
  }
}

const sandboxSchema: AnswerSchema = { required: ['time', 'seed', 'work_due'] }

export const getSandbox: OperationOf<{ answer: Sandbox }> = {
  id: 'getSandbox',
  method: 'GET',
  path: '/sandbox',
  safe: true,
  response: sandboxSchema,
}

export const advanceSandbox: OperationOf<{ body: AdvanceSandbox; answer: Sandbox }> = {
  id: 'advanceSandbox',
  method: 'POST',
  path: '/sandbox:advance',
  safe: false,
  body: {},
  reasons: ['VALUE_INVALID'],
  response: sandboxSchema,
}

export const scriptSandboxPrices: OperationOf<{ body: ScriptSandboxPrices; answer: Sandbox }> = {
  id: 'scriptSandboxPrices',
  method: 'POST',
  path: '/sandbox:script-prices',
  safe: false,
  body: {},
  reasons: ['REFERENCE_UNKNOWN', 'VALUE_INVALID'],
  response: sandboxSchema,
}

export const scriptSandboxCustodian: OperationOf<{
  body: ScriptSandboxCustodian
  answer: Sandbox
}> = {
  id: 'scriptSandboxCustodian',
  method: 'POST',
  path: '/sandbox:script-custodian',
  safe: false,
  body: {},
  reasons: ['REFERENCE_UNKNOWN', 'INVALID_STATE'],
  response: sandboxSchema,
}

export const decideSandboxTransfer: OperationOf<{ body: DecideSandboxTransfer; answer: Sandbox }> =
  {
    id: 'decideSandboxTransfer',
    method: 'POST',
    path: '/sandbox:decide',
    safe: false,
    body: {},
    reasons: ['REFERENCE_UNKNOWN', 'INVALID_STATE'],
    response: sandboxSchema,
  }
