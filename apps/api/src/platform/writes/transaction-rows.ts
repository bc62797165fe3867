import type { QueryResultRow } from 'pg'
import type { WriteTransaction } from './write-transaction.ts'

/** Reads the rows of one statement, which sees the book at one moment, in batches. */
export interface BatchReader {
  rows<Row extends QueryResultRow>(
    text: string,
    values: unknown[],
    batchRows: number,
  ): AsyncGenerator<Row[], void, undefined>
}

/** The rows of statements of a transaction. It reads one at a time, all of it. */
export const rowsWithin = (tx: WriteTransaction): BatchReader => ({
  async *rows<Row extends QueryResultRow>(text: string, values: unknown[], batchRows: number) {
    await tx.query(`DECLARE batches NO SCROLL CURSOR FOR ${text}`, values)
    for (;;) {
      const { rows } = await tx.query<Row>(`FETCH ${batchRows} FROM batches`)
      if (rows.length > 0) yield rows
      if (rows.length < batchRows) break
    }
    await tx.query('CLOSE batches')
  },
})
