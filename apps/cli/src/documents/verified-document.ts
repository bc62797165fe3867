import type { Difference } from '@vadium/margin'

/** What was found out about a file. */
export interface VerifiedDocument {
  readonly ok: boolean
  readonly differences: readonly Difference[]
  readonly not_covered: readonly string[]
  readonly document_id: string
  readonly kind: string
  readonly content_sha256: string
  readonly pdf_sha256: string
}
