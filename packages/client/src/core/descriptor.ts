import type { HttpMethod } from '@vadium/schema/protocol'
import type { AnswerSchema, Operation } from './operation.ts'

// Classes, because the build finds them by their names: it marks that a bundler may leave out each
// descriptor that a page does not use.

/** The members that not every operation has. */
type Additional = Partial<Pick<Operation, 'method' | 'body' | 'streams' | 'reasons'>>

/** An operation without an effect: sent with GET, and without an idempotency key. */
export class Read implements Operation {
  readonly id: string
  readonly method: HttpMethod = 'GET'
  readonly path: string
  readonly safe: boolean = true
  readonly response: AnswerSchema
  declare readonly body?: object
  declare readonly streams?: true
  declare readonly reasons?: readonly string[]

  constructor(id: string, path: string, response: AnswerSchema, additional?: Additional) {
    this.id = id
    this.path = path
    this.response = response
    Object.assign(this, additional)
  }
}

/** An operation that changes something. */
export class Write extends Read {
  override readonly method = 'POST'
  override readonly safe = false
}

const types: Readonly<Record<string, string>> = { '[]': 'array', '{}': 'object' }

/**
 * The schema of an answer, from the members that it must have, separated by spaces: `items[]` is a
 * list, `terms{}` an object, and any other may be whatever JSON has.
 */
export class AnswerMembers implements AnswerSchema {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, AnswerSchema>>

  constructor(members: string) {
    const marked = members.split(' ').map((member) => member.split(/(?=\W)/))
    this.required = marked.map(([name = '']) => name)
    this.properties = Object.fromEntries(
      marked.map(([name = '', ...mark]) => [name, { type: types[mark.join('')] }]),
    )
  }
}
