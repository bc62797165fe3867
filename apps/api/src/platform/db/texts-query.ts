import { WireQuery } from './wire-query.ts'

/** The first column of a row as pg received it. */
interface ReceivedRow {
  readonly fields: readonly [string, ...unknown[]]
}

type Done = (error: Error | null | undefined, texts: string[]) => void

/** A statement without values, whose rows have one column of text that is never null. */
export class TextsQuery extends WireQuery<never> {
  readonly #texts: string[]

  constructor(text: string, done: Done) {
    const texts: string[] = []
    super({ name: '', text, values: [] }, (error) => done(error, texts))
    this.#texts = texts
  }

  override handleDataRow({ fields: [text] }: ReceivedRow): void {
    this.#texts.push(text)
  }
}
