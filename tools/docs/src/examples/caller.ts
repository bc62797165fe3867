import { createHash } from 'node:crypto'
import { publicKeyOf } from '@vadium/client'

/** Who sends a request: an account, with the key of its credential. */
export interface Caller {
  /** As the document names it. */
  readonly name: string
  readonly privateKey: string
}

/** A key that is the same in every run. It opens nothing but the book of the examples. */
export function exampleKey(name: string): { privateKey: string; publicKey: string } {
  const privateKey = createHash('sha256').update(`example key of ${name}`).digest('base64url')
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}
