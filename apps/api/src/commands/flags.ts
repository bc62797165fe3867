import { parseArgs, type ParseArgsConfig } from 'node:util'
import { StartError } from '../platform/start-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Given extends Options> = ReturnType<
  typeof parseArgs<{ readonly options: Given }>
>['values']

/**
 * The values of the flags of a command.
 * @throws StartError with the usage if a flag is unknown or lacks its value.
 */
export function readFlags<const Given extends Options>(
  argv: readonly string[],
  options: Given,
  usage: string,
): Values<Given> {
  try {
    return parseArgs({ args: withValues(argv, options), options }).values
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`${why}\nUsage: ${usage}`)
  }
}

/**
 * Joins each flag and its value into one argument. A key may start with a hyphen, and `parseArgs`
 * would take it for a flag.
 */
function withValues(argv: readonly string[], options: Options): string[] {
  const joined: string[] = []
  for (let i = 0; i < argv.length; i += 1) {
    const [flag = '', value] = argv.slice(i, i + 2)
    const name = flag.replace(/^--/, '')
    const hasValue = Object.hasOwn(options, name) && options[name]?.type === 'string'
    const takesNext = value !== undefined && hasValue
    joined.push(takesNext ? `${flag}=${value}` : flag)
    if (takesNext) i += 1
  }
  return joined
}
