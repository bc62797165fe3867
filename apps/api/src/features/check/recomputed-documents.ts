import { verifyDocument } from '@vadium/margin'
import { canonicalJson } from '@vadium/schema'
import type { ClientBase } from 'pg'
import type { Breach, ReadRule } from './book-rule.ts'

interface StoredDocument {
  readonly id: string
  readonly content: string
}

/** A content may have some megabytes. */
const documentsAtOnce = 20

/** The only rule that is no SQL: what recomputes a document for its readers does it here too. */
export const recomputedDocuments: ReadRule = {
  rule: 'the content of a document is canonical, and its figures follow from it',
  breachesOf: async function* (client) {
    for await (const { id, content } of storedDocuments(client)) {
      const issue = faultOf(content)
      if (issue !== undefined) yield { subject: `document ${id}`, issue }
    }
  },
}

async function* storedDocuments(client: ClientBase): AsyncGenerator<StoredDocument> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<StoredDocument>(
      'SELECT id, content FROM documents WHERE id > $1 ORDER BY id LIMIT $2',
      [after, documentsAtOnce],
    )
    yield* rows
    const last = rows[documentsAtOnce - 1]
    if (last === undefined) return
    after = last.id
  }
}

function faultOf(text: string): Breach['issue'] | undefined {
  try {
    const content: unknown = JSON.parse(text)
    if (canonicalJson(content) !== text) return 'its content is not canonical'
    const [first] = verifyDocument(content).differences
    if (first === undefined) return undefined
    return `${first.member} is ${first.actual}, not ${first.expected}`
  } catch {
    return 'its content is no JSON that has a canonical form'
  }
}
