import type pg from 'pg'

/**
 * Sends the statements that are made in one turn of the event loop as one packet. pg sends a packet
 * for each, and each packet wakes PostgreSQL. Nothing is held back beyond the turn.
 */
export function sendInBursts({ connection }: pg.Client): void {
  let isHeld = false
  const hold = () => {
    if (isHeld) return
    isHeld = true
    const { stream } = connection
    stream.cork()
    process.nextTick(() => {
      isHeld = false
      stream.uncork()
    })
  }
  // The last message of a statement with values, and the only one of a statement without.
  const sync = connection.sync.bind(connection)
  const query = connection.query.bind(connection)
  connection.sync = () => {
    hold()
    sync()
  }
  connection.query = (text) => {
    hold()
    query(text)
  }
}
