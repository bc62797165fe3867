import type { ClientBase } from 'pg'

/** How many people each dangerous act needs, for organizations that have set no policy. */
export type PeopleNeeded = 1 | 2

export async function readPeopleNeeded(database: Pick<ClientBase, 'query'>): Promise<PeopleNeeded> {
  const { rows } = await database.query<{ people: PeopleNeeded }>(
    'SELECT people_needed() AS people',
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database has no installation')
  return row.people
}
