/** What runs a statement within a transaction. */
interface Connection {
  query(text: string, values: unknown[]): Promise<unknown>
}

/**
 * Gives the database the time of the book for the suspensions that it records in this transaction:
 * it knows only its own. RFC 3339.
 */
export async function changingStatusAt(connection: Connection, time: string): Promise<void> {
  await connection.query("SELECT set_config('vadium.changed_at', $1, true)", [time])
}
