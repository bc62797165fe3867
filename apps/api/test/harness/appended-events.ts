interface RunsStatements {
  query(text: string, values: unknown[]): Promise<unknown>
}

/** An event of a log. */
export interface AppendedEvent {
  readonly organizationId: string
  readonly type: string
  readonly data?: unknown
}

/**
 * Appends events with positions, as the load of a history does, so that nothing has to number them.
 * @param database The connection of the owner.
 */
export async function appendEvents(
  database: RunsStatements,
  events: readonly AppendedEvent[],
  at = new Date().toISOString(),
): Promise<void> {
  const logs = events.map(({ organizationId }) => organizationId)
  await database.query(
    'SELECT append_past_events($1::uuid[], $2::timestamptz[], $1::uuid[], $3::text[], $4::jsonb[])',
    [
      logs,
      events.map(() => at),
      events.map(({ type }) => type),
      events.map(({ data = {} }) => JSON.stringify(data)),
    ],
  )
}
