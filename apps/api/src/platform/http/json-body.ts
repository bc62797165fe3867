import { visit } from 'jsonc-parser'
import { Refusal } from '../refusal.ts'

/** A longer body is refused. While the process sheds load, it is not even read to its end. */
export const bodyBytesMax = 64 * 1024

const depthMax = 16

const malformed = (issue: string) => new Refusal('BODY_MALFORMED', [{ field: 'body', issue }])

/**
 * Parses a body as one JSON object, or returns a refusal that says what is wrong with it. Stricter
 * than JSON.parse: a repeated member is refused, because a gateway and this service could read two
 * amounts from one signed body. Characters that a text column cannot store are refused as well.
 */
export function parseJsonBody(bytes: Uint8Array): Record<string, unknown> | Refusal {
  if (bytes.length === 0) return malformed('is empty; expected a JSON object')
  const text = decodeUtf8(bytes)
  if (text === undefined) return malformed('is not valid UTF-8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return malformed('is not well-formed JSON')
  }
  // Runs only on valid JSON: the scan does not stop at a syntax error.
  const fault = structureFault(text)
  if (fault !== undefined) return malformed(fault)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return malformed('is not an object')
  }
  return value as Record<string, unknown>
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

class StructureFault extends Error {}

function structureFault(text: string): string | undefined {
  const objects: Set<string>[] = []
  let depth = 0
  const enter = () => {
    depth += 1
    if (depth > depthMax) throw new StructureFault(`is nested deeper than ${depthMax} levels`)
  }
  const checkText = (value: string) => {
    if (value.includes('\0')) throw new StructureFault('contains the character NUL')
    if (!value.isWellFormed()) throw new StructureFault('contains a lone surrogate')
  }
  try {
    visit(text, {
      onObjectBegin: () => {
        enter()
        objects.push(new Set())
      },
      onObjectEnd: () => {
        depth -= 1
        objects.pop()
      },
      onArrayBegin: enter,
      onArrayEnd: () => {
        depth -= 1
      },
      onObjectProperty: (name) => {
        checkText(name)
        const members = objects.at(-1)
        if (members?.has(name)) throw new StructureFault('names a member twice')
        members?.add(name)
      },
      onLiteralValue: (value: unknown) => {
        if (typeof value === 'string') checkText(value)
      },
    })
  } catch (error) {
    if (error instanceof StructureFault) return error.message
    throw error
  }
  return undefined
}
