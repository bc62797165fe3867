import type { CommandContext } from '../context/command-runner.ts'
import type { View } from './presentation.ts'
import { localTimes, type Times, utc } from './time.ts'
import { hasColours } from './tone.ts'

/** The view that a terminal and the flags give. */
export function viewOf(context: CommandContext, rest = '--wide shows all'): View {
  const { io, flags } = context
  return {
    columns: io.columns,
    wide: flags.wide === true,
    explains: flags.explain === true,
    colours: hasColours(io),
    times: timesOf(context),
    rest,
  }
}

/** Local times are for people: what is no terminal has UTC. */
export function timesOf({ io, flags }: CommandContext): Times {
  const isAsked = flags.localTime === true || (io.env['VADIUM_LOCAL_TIME'] ?? '') !== ''
  return isAsked && io.columns !== undefined ? localTimes(io.aheadOfUtc) : utc
}
