import { readFileSync } from 'node:fs'

const schema = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8')

const definitions =
  /^CREATE TABLE margin_terms \(\n([\s\S]*?)\n\s*CONSTRAINT/m.exec(schema)?.[1] ?? ''

/** The columns that a row of terms is given: all but the generated one. */
const columns = definitions
  .split('\n')
  .filter((definition) => !definition.includes('GENERATED'))
  .map((definition) => definition.trim().split(' ')[0])
  .join(', ')

/** Inserts the rows of `margin_terms` that a SELECT gives, with all columns. */
export const insertTerms = (rows: string) =>
  `INSERT INTO margin_terms (${columns}) SELECT ${columns} FROM (${rows}) AS given`
