import { keyPairFrom } from '@vadium/book'

/** Who sends a request: an account, with the key of its credential. */
export interface Caller {
  /** As the document names it. */
  readonly name: string
  readonly privateKey: string
}

/** A key that is the same in every run. It opens nothing but the book of the examples. */
export const exampleKey = (name: string) => keyPairFrom(`example key of ${name}`)
