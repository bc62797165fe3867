import { WireQuery } from '../../../src/platform/db/wire-query.ts'

/** The methods of pg's Query that receive rows. */
interface Receiving {
  readonly text: string
  handleRowDescription: (this: Receiving, message: Described) => void
  handleDataRow: (this: Receiving, message: Received) => void
}

interface Described {
  readonly fields: readonly { readonly name: string }[]
}

interface Received {
  readonly fields: readonly unknown[]
}

const receives = (value: unknown): value is Receiving =>
  typeof value === 'object' &&
  value !== null &&
  'handleRowDescription' in value &&
  'handleDataRow' in value

/** Calls `note` with the text of a statement and a column, for each null that a row has. */
export function watchNulls(note: (text: string, column: string) => void): void {
  const query: unknown = WireQuery.prototype
  if (!receives(query)) throw new Error('pg has another Query than it had')
  const { handleRowDescription, handleDataRow } = query
  const described = new WeakMap<Receiving, Described>()
  query.handleRowDescription = function (message) {
    described.set(this, message)
    handleRowDescription.call(this, message)
  }
  query.handleDataRow = function (message) {
    if (message.fields.includes(null)) {
      described.get(this)?.fields.forEach(({ name }, index) => {
        if (message.fields[index] === null) note(this.text, name)
      })
    }
    handleDataRow.call(this, message)
  }
}
