// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { DocumentPreferences, SetDocumentPreferences } from '../types/document-preferences.ts'

/** Which documents of its deals an organization wants. */
export class DocumentPreferenceSettings {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Get the document preferences. Returns which documents the caller's organization wants.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const documentPreferences = await client.documentPreferences.get()
   * ```
   */
  get(options: RequestOptions = {}): Call<DocumentPreferences> {
    return this.#requests.request(getDocumentPreferences, {}, options)
  }

  /**
   * Set the document preferences. Replaces the kinds of documents that the caller's organization
   * wants. A document is made if one side of the deal wants its kind at that moment, and both sides
   * can read it. Nothing is made of the past.
   *
   * Roles: `admin`.
   *
   * @param body
   *   - `kinds`: The kinds of documents that are made of the deals of the organization. Empty:
   *     none, unless the counterparty wants them.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const documentPreferences = await client.documentPreferences.set({ kinds: ['confirmation', 'close_out_statement'] })
   * ```
   */
  set(body: SetDocumentPreferences, options: RequestOptions = {}): Call<DocumentPreferences> {
    return this.#requests.request(setDocumentPreferences, { body }, options)
  }
}

const documentPreferencesMembers = 'kinds[] update_time'

export const getDocumentPreferences: OperationOf<{ answer: DocumentPreferences }> = new Read(
  'getDocumentPreferences',
  '/document-preferences',
  documentPreferencesMembers,
)

export const setDocumentPreferences: OperationOf<{
  body: SetDocumentPreferences
  answer: DocumentPreferences
}> = new Write('setDocumentPreferences', '/document-preferences', documentPreferencesMembers, {})
