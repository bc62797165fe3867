import type { Operation, OperationExamples } from '@vadium/schema'
import { kindOf, methodNameOf } from '../sdk/methods.ts'
import { enclosed, pythonName, pythonValue } from './python-text.ts'

type Example = OperationExamples['operations'][string]

/** A call of the client in Python that sends the request of an example, and prints its answer. */
export function pythonCall(operation: Operation, { params = {}, query, body }: Example): string {
  const kind = kindOf(operation)
  const inLoop = kind === 'pages' || kind === 'export' || kind === 'stream'
  const positional = Object.values(params).map((value) => pythonValue(value))
  const named = Object.entries(body ?? query ?? {}).map(
    ([name, value]: [string, unknown]) =>
      `${pythonName(name)}=${pythonValue(value, inLoop ? '' : indent)}`,
  )
  const method = `client.${pythonName(operation.group)}.${pythonName(methodNameOf(operation))}`
  const call = (open: string, close: string, indent: string) =>
    enclosed(open, [...positional, ...named], close, indent, LINE_LENGTH_MAX)
  if (inLoop) {
    const item = kind === 'stream' ? 'event' : 'row'
    return `for ${item} in ${call(`${method}(`, '):', '')}\n${indent}print(${item})`
  }
  return call(`print(${method}(`, '))', '')
}

const indent = '    '

// The page has less room than a file.
const LINE_LENGTH_MAX = 72
