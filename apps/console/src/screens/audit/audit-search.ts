/** What is looked for among the entries that were read. It is in the address. */
export interface AuditSearch {
  readonly event?: string
  /** `reads`, or `changes` for everything else. */
  readonly kind?: string
  /** `ok`, or `refused` for any refusal. */
  readonly outcome?: string
  readonly credential?: string
  /** The request whose details are shown. */
  readonly request?: string
  readonly subject?: string
}

const texts = ['event', 'kind', 'outcome', 'credential', 'request', 'subject'] as const

export function readAuditSearch(given: Record<string, unknown>): AuditSearch {
  return Object.fromEntries(
    texts.flatMap((name) =>
      typeof given[name] === 'string' && given[name] !== '' ? [[name, given[name]]] : [],
    ),
  )
}
