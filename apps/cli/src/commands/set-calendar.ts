import { type Operation, setCalendar } from '@vadium/schema'
import { Argument, type Command } from 'commander'
import { type GivenMembers, readCalendarFile } from '../calendars/calendar-file.ts'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { addOperationCommand } from '../operations/operation-command.ts'
import type { Parameter } from '../operations/operation-parameters.ts'
import type { WrittenValues } from '../operations/read-input.ts'

export const isSetCalendar = ({ id }: Operation): boolean => id === setCalendar.id

/** Adds the command that sets a calendar, whose days may be in a file as they were published. */
export function addSetCalendarCommand(noun: Command, runner: CommandRunner): void {
  const command = addOperationCommand(noun, setCalendar, runner, {
    complete: async (written, parameters, context) => {
      const [path] = command.args
      return path === undefined ? written : withFile(path, written, parameters, context)
    },
  })
  command.addArgument(
    new Argument(
      '[file]',
      'The holidays, as they were published: iCalendar (.ics); a list or a table (.csv) with a day ' +
        'and its name on each line, such as 2026-12-28 Boxing Day; or JSON with any members of the ' +
        'calendar. - is the standard input.',
    ),
  )
}

/** The flags, and of the file what no flag gives. */
async function withFile(
  path: string,
  written: WrittenValues,
  parameters: readonly Parameter[],
  { io }: CommandContext,
): Promise<WrittenValues> {
  const given = new Set([...written.keys()].map(({ member }) => member))
  if (given.has('holidays')) {
    const issue = 'is in the file: give one of the two'
    throw new CommandError('Not sent: the days are given twice.', [{ field: '--holidays', issue }])
  }
  const members = await readCalendarFile(path, writtenText(written, 'last_day'), io)
  refuseUnknown(path, members, parameters)
  const added = parameters.flatMap((parameter): [Parameter, string[]][] => {
    const { [parameter.member]: value } = members
    if (value === undefined || given.has(parameter.member)) return []
    return [[parameter, textsOf(parameter, value)]]
  })
  return new Map([...written, ...added])
}

function writtenText(written: WrittenValues, name: string): string | undefined {
  const [, texts] = [...written].find(([{ member }]) => member === name) ?? []
  return Array.isArray(texts) ? (texts as readonly string[])[0] : undefined
}

function refuseUnknown(
  path: string,
  members: GivenMembers,
  parameters: readonly Parameter[],
): void {
  const unknown = Object.keys(members).filter(
    (name) => !parameters.some(({ member }) => member === name),
  )
  if (unknown.length === 0) return
  throw new CommandError(
    'Not sent: the file has members that a calendar does not have.',
    unknown.map((name) => ({ field: path, issue: `has ${JSON.stringify(name)}` })),
  )
}

/** A value as it would be written on the command line. */
function textsOf({ repeatable }: Parameter, value: unknown): string[] {
  if (repeatable && Array.isArray(value)) return value.map(String)
  return [typeof value === 'string' ? value : JSON.stringify(value)]
}
