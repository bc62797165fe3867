import type { TSchema } from '@sinclair/typebox'
import { headerNames } from './headers.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>

/**
 * Collects the schemas that have a title, and the refusals, so that the document defines each once
 * and refers to it.
 */
export class Components {
  readonly schemas: Record<string, unknown> = {}
  readonly responses: Record<string, unknown> = {}
  /** The name of each response, by its text. */
  readonly #names = new Map<string, string>()

  /** Refers to a response with a status: many operations refuse for the same reasons. */
  response(status: number, response: Json): Json {
    const text = JSON.stringify(response)
    let name = this.#names.get(text)
    if (name === undefined) {
      const plain = `Status${status}`
      const others = Object.keys(this.responses).filter((other) => other.startsWith(plain))
      name = others.length === 0 ? plain : `${plain}Variant${others.length}`
      this.#names.set(text, name)
      this.responses[name] = response
    }
    return { $ref: `#/components/responses/${name}` }
  }

  reference(schema: TSchema): unknown {
    return this.#walk(schema)
  }

  /** The schema itself, for an extension: what only an extension refers to counts as unused. */
  inPlace(schema: TSchema): Json {
    return this.#membersOf(schema)
  }

  #membersOf(node: object): Json {
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [nameInDocument(key, value), this.#walk(value)]),
    )
  }

  #walk(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((item) => this.#walk(item))
    if (typeof node !== 'object' || node === null) return node
    const body = this.#membersOf(node)
    const { title } = node as Json
    if (typeof title !== 'string') return body
    this.schemas[title] = body
    return { $ref: `#/components/schemas/${title}` }
  }
}

/**
 * A pattern with classes of Unicode means something else to a reader of the document whose regular
 * expressions do not know them, and would refuse what the service takes.
 */
const nameInDocument = (key: string, value: unknown): string =>
  key === 'pattern' && String(value).includes('\\p{') ? 'x-unicode-pattern' : key

const keyScheme = (name: string, description: string): Json => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

export const securitySchemes = {
  apiKey: keyScheme(headerNames.apiKey, 'Ed25519 public key, base64url, 43 characters.'),
  timestamp: keyScheme(headerNames.timestamp, 'Unix time in milliseconds, 13 digits.'),
  signature: keyScheme(
    headerNames.signature,
    'Ed25519 signature of METHOD|PATH|VARIABLE|TIMESTAMP_MS, base64url, 86 characters.',
  ),
}

const integerHeader = (description: string, example: number): Json => ({
  description,
  required: true,
  schema: { type: 'integer' },
  example,
})
const textHeader = (description: string, required: boolean, example: string): Json => ({
  description,
  required,
  schema: { type: 'string' },
  example,
})

const answerHeaders = {
  [headerNames.requestId]: textHeader(
    'Identifies the request in the logs and the audit trail.',
    true,
    '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
  ),
  [headerNames.rateLimit]: integerHeader('The limit of requests in a window.', 600),
  [headerNames.rateLimitRemaining]: integerHeader(
    'The number of requests left in this window.',
    599,
  ),
  [headerNames.rateLimitReset]: integerHeader('The seconds until the window ends, rounded up.', 60),
  [headerNames.retryAfter]: integerHeader('The seconds to wait, rounded up.', 60),
  [headerNames.idempotencyReplayed]: textHeader(
    '`true` if the answer repeats an earlier one.',
    false,
    'true',
  ),
  [headerNames.link]: textHeader(
    'The address of the next page, with `rel="next"`. Absent on the last page.',
    false,
    '</orders?page_token=eyJ2IjoxfQ>; rel="next"',
  ),
  [headerNames.deprecation]: textHeader(
    'Since when it is announced that the operation will end: `@` and Unix seconds (RFC 9745).',
    true,
    '@1799971200',
  ),
  [headerNames.sunset]: textHeader(
    'From when on the operation may be gone (RFC 8594).',
    true,
    'Wed, 14 Jul 2027 00:00:00 GMT',
  ),
}

const endingHeaders: readonly string[] = [headerNames.deprecation, headerNames.sunset]

/** The headers that the answers of these operations have: a component that is not used is a fault. */
export function answerHeadersOf(operations: readonly Pick<Operation, 'deprecated'>[]): Json {
  const anyEnds = operations.some(({ deprecated }) => deprecated !== undefined)
  const sent = Object.entries(answerHeaders).filter(
    ([name]) => anyEnds || !endingHeaders.includes(name),
  )
  return Object.fromEntries(sent)
}

/** References to the headers of an answer: those of every answer, and others. */
export const headersOf = (...others: readonly (keyof typeof answerHeaders)[]) =>
  Object.fromEntries(
    [...alwaysSent, ...others].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

const alwaysSent = [
  headerNames.requestId,
  headerNames.rateLimit,
  headerNames.rateLimitRemaining,
  headerNames.rateLimitReset,
]
