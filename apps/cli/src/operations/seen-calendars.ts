import { Type } from '@sinclair/typebox'
import {
  amendAgreement,
  createAgreement,
  listCalendars,
  type Operation,
  type PinnedCalendar,
  proposeTerms,
} from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { connect } from '../service/service-client.ts'
import { pagesOf } from './all-pages.ts'

const proposals: readonly Operation[] = [createAgreement, amendAgreement, proposeTerms]

/**
 * The input of a proposal of terms with the versions that their calendars have now, unless it names
 * some: a version that is set later, while the proposal awaits approval, is not agreed to.
 */
export async function withSeenCalendars(
  operation: Operation,
  input: OperationInput,
  context: CommandContext,
): Promise<OperationInput> {
  if (!proposals.includes(operation) || context.flags.curl === true) return input
  const ids = calendarsOf(input.body?.['terms'])
  if (ids.length === 0 || input.body?.['calendar_versions'] !== undefined) return input
  const versions = await newestOf(ids, context)
  // One that does not exist is refused by the service, which says so.
  return { ...input, body: { ...input.body, calendar_versions: versions } }
}

function calendarsOf(terms: unknown): readonly unknown[] {
  const isObject = typeof terms === 'object' && terms !== null
  return isObject && 'calendars' in terms && Array.isArray(terms.calendars) ? terms.calendars : []
}

const checkCalendars = shapeChecker(
  Type.Object({
    calendars: Type.Array(Type.Object({ id: Type.String(), version: Type.Integer() })),
  }),
)

async function newestOf(
  ids: readonly unknown[],
  context: CommandContext,
): Promise<PinnedCalendar[]> {
  const client = await connect(context)
  const newest: PinnedCalendar[] = []
  try {
    for await (const page of pagesOf(listCalendars, {}, client)) {
      for (const { id, version } of checkCalendars(page).calendars) {
        if (ids.includes(id)) newest.push({ id, version })
      }
    }
  } finally {
    await client.close()
  }
  return newest
}
