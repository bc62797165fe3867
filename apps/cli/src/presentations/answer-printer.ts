import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Io } from '../context/io.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { listShapeOf } from '../schemas/list-shape.ts'
import { printableJson } from '../terminal/printable.ts'
import { write } from '../terminal/write.ts'
import { chosenMembers } from './chosen-members.ts'
import { ListPrinter } from './list-printer.ts'
import { jsonMembersPrinter, tsvPrinter } from './members-printer.ts'
import { plainList } from './plain-list.ts'
import { hasUnnamedOrganization } from './organization-member.ts'
import { plainSheet } from './plain-sheet.ts'
import {
  type AnswerPrinter,
  type NameOf,
  noNames,
  type Present,
  type View,
} from './presentation.ts'
import { presentationOf } from './registry.ts'
import type { Select } from './selection.ts'
import { viewOf } from './view.ts'

/**
 * The printer that the flags select.
 *
 * @param json The JSON of an answer: as the service has sent it, unless it was put together here.
 * @param names Reads the names of organizations, for answers that have only their ids.
 * @param select Chooses a part of each answer. Default: all of it is shown.
 */
export function answerPrinter(
  operation: Operation,
  json: (answer: unknown) => string,
  context: CommandContext,
  names: () => Promise<NameOf>,
  select?: Select,
): AnswerPrinter {
  const { io, flags } = context
  const chosen = chosenPrinter(operation, context, select)
  if (chosen !== undefined) return chosen
  if (flags.json === true) return jsonPrinter(json, io)
  const view = viewOf(context)
  const presentation = presentationOf(operation)
  const listing = listShapeOf(operation)
  if (listing !== undefined) {
    const list = presentation?.list ?? plainList(listing.itemSchema)
    return new ListPrinter(listing, list, view, io, names)
  }
  const asks =
    presentation?.document === undefined
      ? hasUnnamedOrganization
      : () => presentation.namesOrganizations === true
  // What a write has done is shown at once.
  const nameOf = (answer: unknown) =>
    operation.safe && asks(answer) ? names() : Promise.resolve(noNames)
  const present = presentation?.document ?? plainSheet(operation.response)
  return documentPrinter(present, view, io, nameOf)
}

/** The printer of what is chosen of each answer. Undefined if nothing is, so that all is shown. */
export function chosenPrinter(
  operation: Operation,
  { io, flags }: CommandContext,
  select: Select | undefined,
): AnswerPrinter | undefined {
  if (select !== undefined) return selectionPrinter(select, io)
  const members = chosenMembers(operation, flags)
  if (flags.tsv === true) return tsvPrinter(operation, members, io)
  return members === undefined ? undefined : jsonMembersPrinter(operation, members, io)
}

/** Prints the chosen part of each answer. */
function selectionPrinter(select: Select, io: Io): AnswerPrinter {
  return {
    print: (answer) =>
      write(
        io.stdout,
        select(answer)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    end: () => Promise.resolve(0),
  }
}

/** Prints each answer on one line. */
function jsonPrinter(json: (answer: unknown) => string, io: Io): AnswerPrinter {
  return {
    print: (answer) => write(io.stdout, `${printableJson(json(answer))}\n`),
    end: () => Promise.resolve(0),
  }
}

function documentPrinter(
  present: Present,
  view: View,
  io: Io,
  names: (answer: unknown) => Promise<NameOf>,
): AnswerPrinter {
  let exitCode: ExitCode = 0
  return {
    print: async (answer) => {
      const document = await present(answer, view, await names(answer))
      exitCode = document.exitCode
      await write(io.stdout, `${document.lines.join('\n')}\n`)
    },
    end: () => Promise.resolve(exitCode),
  }
}
