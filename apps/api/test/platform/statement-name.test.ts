import { expect, it } from 'vitest'
import { insertedRows } from '../../src/platform/db/inserted-rows.ts'
import { preparedByText } from '../../src/platform/statement-name.ts'

/** Inserts as many rows, each with 9 values. */
function inserts(rows: number) {
  const { text, values } = insertedRows(
    Array.from({ length: rows }, () => Array<number>(9).fill(1)),
  )
  return preparedByText(`INSERT INTO state_changes VALUES ${text}`, values)
}

it('prepares the statements of a few rows, and none for each number of many', () => {
  expect(inserts(1).name).toMatch(/^INSERT state_changes /)
  expect(inserts(4).name).toMatch(/^INSERT state_changes /)
  const many = Array.from({ length: 479 }, (_, more) => inserts(more + 23))
  expect(many.filter(({ name }) => name !== undefined)).toEqual([])
})
