import { verifyDocument } from '@vadium/margin'
import { documentKinds } from '@vadium/schema'
import { setTimeout } from 'node:timers/promises'
import { attachedContent } from '../../../../cli/src/documents/attached-content.ts'
import type { World } from './world.ts'

/**
 * The first firm has wanted all documents for an hour. So `vadium-api check` knows that none of its
 * deals may be without one.
 */
export async function wantAllDocuments({ database, firms: [first] }: World): Promise<void> {
  await database.query(
    `INSERT INTO document_preferences (organization_id, kinds, updated_at)
     VALUES ($1, $2, now() - interval '1 hour')`,
    [first?.party.id, documentKinds],
  )
}

interface Made {
  readonly id: string
  readonly content: string
  readonly pdf: Buffer
  readonly events: number
}

const turnMs = 500
const turnsMax = 400

/** Waits until every document is rendered. Those that are not what they say they are. */
export async function wrongDocuments({ database }: World): Promise<string[]> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    // A process that was killed leaves its claim until it lapses.
    const { rowCount } = await database.query(
      `UPDATE documents SET render_at = now() WHERE pdf IS NULL AND render_attempts > 0
         AND render_at > now() + interval '20 seconds'`,
    )
    const { rows } = await database.query('SELECT FROM documents WHERE pdf IS NULL LIMIT 1')
    if (rows.length === 0 && rowCount === 0) break
    await setTimeout(turnMs)
  }
  const { rows } = await database.query<Made>(`
    SELECT d.id, d.content, d.pdf, (
      SELECT count(*) FROM (
        SELECT data FROM events WHERE type = 'document.created'
        UNION ALL SELECT data FROM unnumbered_events WHERE type = 'document.created') e
      WHERE e.data #>> '{document,id}' = d.id::text)::integer AS events
    FROM documents d`)
  if (rows.length === 0) return ['there is no document']
  return rows.flatMap(({ id, content, pdf, events }) => [
    ...verifyDocument(JSON.parse(content)).differences.map(
      ({ member, expected, actual }) => `${id}: ${member} is ${actual}, not ${expected}`,
    ),
    ...(attachedContent(pdf).text === content ? [] : [`${id}: the PDF has another content`]),
    ...(events === 2 ? [] : [`${id}: there are ${events} events of it`]),
  ])
}
