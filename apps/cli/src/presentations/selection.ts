import { CommandError } from '../errors/command-error.ts'
import { printable, printableJson } from '../terminal/printable.ts'

/** Chooses a part of an answer, as lines of text. */
export type Select = (answer: unknown) => string[]

/**
 * Reads a JMESPath expression.
 *
 * @throws CommandError if it is malformed. What it returns throws one if the answer does not fit.
 */
export async function selection(expression: string): Promise<Select> {
  // Loaded only if it is needed.
  const { default: jmespath } = await import('jmespath')
  const search = (answer: unknown, message: string): unknown => {
    try {
      return jmespath.search(answer, expression) as unknown
    } catch (error) {
      const because = error instanceof Error ? error.message : String(error)
      // Without an answer, a function may have been given nothing, which is no fault yet.
      if (answer === null && because.startsWith('TypeError')) return null
      throw new CommandError(message, [{ field: '--query', issue: because }])
    }
  }
  search(null, 'Not sent: the expression is not JMESPath.')
  return (answer) => linesOf(search(answer, 'The expression does not fit the answer.'))
}

/** A list has one line for each item. A text is printed without quotes. */
function linesOf(chosen: unknown): string[] {
  const items: unknown[] = Array.isArray(chosen) ? chosen : [chosen]
  return items.map((item) =>
    typeof item === 'string' ? printable(item) : printableJson(JSON.stringify(item)),
  )
}
