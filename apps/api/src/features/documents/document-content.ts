import { createHash } from 'node:crypto'
import { canonicalJson, type DocumentKind } from '@vadium/schema'

/** What a document says. Its members have the names and values of resources. */
export interface DocumentContent {
  /** The version of the members, by kind. */
  readonly content_version: '1'
  readonly kind: DocumentKind
  readonly document_id: string
  readonly revision: number
  /** RFC 3339. */
  readonly create_time: string
  readonly lender: DocumentParty
  readonly borrower: DocumentParty
  /** The members of its kind. */
  readonly [member: string]: unknown
}

/** An organization, as a document names it. The slug is unique, and ASCII. */
export interface DocumentParty {
  readonly organization_id: string
  readonly name: string
  readonly slug: string
}

/** A content as it is stored: its canonical bytes as text, and their SHA-256. */
export interface StoredContent {
  readonly text: string
  readonly sha256: string
}

export function storedContent(content: DocumentContent): StoredContent {
  const text = canonicalJson(content)
  return { text, sha256: sha256Of(text) }
}

/** In hexadecimal. */
export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
