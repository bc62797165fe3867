import type { Difference } from '@vadium/margin'

/** What was found out about a file. */
export interface VerifiedDocument {
  readonly ok: boolean
  readonly differences: readonly Difference[]
  readonly not_covered: readonly string[]
  /** Null if it is no text, as the kind, the revision and the time. */
  readonly document_id: string | null
  readonly kind: string | null
  readonly revision: number | null
  readonly create_time: string | null
  readonly content_sha256: string
  readonly pdf_sha256: string
}
