import type { HttpMethod } from '@vadium/schema/protocol'
import type { AnswerSchema, Operation } from './operation.ts'

// Classes, because the build finds them by their names: it marks that a bundler may leave out each
// descriptor that a page does not use.

/** The members that not every operation has. */
interface Additional {
  readonly method?: HttpMethod
  readonly body?: object | undefined
  readonly streams?: true
}

/** An operation without an effect: sent with GET, and without an idempotency key. */
export class Read implements Operation {
  declare readonly id: string
  readonly method: HttpMethod = 'GET'
  declare readonly path: string
  readonly safe: boolean = true
  declare readonly response: AnswerSchema
  declare readonly body?: object
  declare readonly streams?: true

  /**
   * @param place The path. Behind a colon at its end, the first word of the id is left out.
   * @param members What the answer must have, as {@link answerSchema} reads it.
   */
  constructor(id: string, place: string, members: string, additional?: Additional) {
    const path = place.replace(/:$/, `:${id.replace(/[A-Z].*/, '')}`)
    Object.assign(this, { id, path, response: answerSchema(members) }, additional)
  }
}

/** An operation that changes something. */
export class Write extends Read {
  override readonly method = 'POST'
  override readonly safe = false

  constructor(id: string, path: string, members: string, body?: object) {
    super(id, path, members, { body })
  }
}

const types: Readonly<Record<string, string>> = { '[]': 'array', '{}': 'object' }

/**
 * The schema of an answer, from the members that it must have, separated by spaces: `items[]` is a
 * list, `terms{}` an object, and any other may be whatever JSON has. `quantity#` is no member of
 * it: it says that all digits are kept of each number with this name, at any depth.
 */
function answerSchema(members: string): AnswerSchema {
  const required: string[] = []
  const exact: string[] = []
  const properties: Record<string, AnswerSchema> = {}
  // A file has no members.
  for (const word of members === '' ? [] : members.split(' ')) {
    const [name = '', mark = ''] = word.split(/(?=[[{#])/)
    if (mark === '#') exact.push(name)
    else {
      required.push(name)
      properties[name] = { type: types[mark] }
    }
  }
  return { required, properties, exact }
}
