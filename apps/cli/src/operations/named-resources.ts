import { Type } from '@sinclair/typebox'
import { VadiumServiceError } from '@vadium/client'
import {
  listAgreements,
  listOrganizations,
  type Operation,
  plainOrNull,
  search,
  type SearchKind,
  Uuid,
} from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import { CommandError, type CommandIssue } from '../errors/command-error.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { isOrganizationName } from '../schemas/schema-faults.ts'
import { connect, type ServiceClient } from '../service/service-client.ts'
import { Progress } from '../terminal/progress.ts'
import { pagesOf } from './all-pages.ts'
import type { Parameter } from './operation-parameters.ts'
import { readValue } from './parameter-value.ts'
import type { WrittenValues } from './read-input.ts'

type Named = 'order' | 'position' | 'organization'

/** A value that a person wrote in place of an id. */
interface Reference {
  readonly parameter: Parameter
  readonly named: Named
  readonly text: string
}

/**
 * What people call a resource where an id is asked for: the number of an order for the order or its
 * position, the slug or the name of an organization.
 *
 * @throws CommandError with --curl, which sends nothing, so nothing can be looked up.
 */
export function referencesOf(
  written: WrittenValues,
  { flags }: CommandContext,
): readonly Reference[] {
  const references = [...written].flatMap(([parameter, texts]) => referenceOf(parameter, texts))
  if (flags.curl === true && references.length > 0) {
    const issues = references.map(({ parameter, text }) => ({
      field: parameter.label,
      issue: `must be an id with --curl, which asks no service what ${JSON.stringify(text)} is`,
    }))
    throw new CommandError('Not sent: a value is invalid.', issues)
  }
  return references
}

const standIn = '00000000-0000-4000-8000-000000000000'

/** The written values with an id in place of each reference, so that the others can be checked. */
export function withStandIns(
  written: WrittenValues,
  references: readonly Reference[],
): WrittenValues {
  return new Map([
    ...written,
    ...references.map(({ parameter }) => [parameter, [standIn]] as const),
  ])
}

/**
 * The input with the ids that the references refer to. Asks the service only if there are any.
 *
 * @throws CommandError that names what was not found, or found twice.
 */
export async function withIds(
  input: OperationInput,
  references: readonly Reference[],
  context: CommandContext,
): Promise<OperationInput> {
  if (references.length === 0) return input
  const { io, flags } = context
  const client = await connect(context)
  let resolved = input
  const issues: CommandIssue[] = []
  const progress = new Progress(io, { isQuiet: flags.json === true })
  progress.start(() => 'looking up names')
  try {
    for (const { parameter, named, text } of references) {
      const ids =
        named === 'organization'
          ? await organizations(text, client)
          : await found(named, text, client)
      const [id, ...others] = ids
      if (id === undefined) issues.push({ field: parameter.label, issue: missing(named, text) })
      else if (others.length > 0)
        issues.push({
          field: parameter.label,
          issue: `several organizations have ${JSON.stringify(text)} as slug or name: use the id`,
        })
      else {
        const { part, member, schema } = parameter
        const value = isOrganizationName(schema) ? `organizations/${id}` : id
        resolved = { ...resolved, [part]: { ...resolved[part], [member]: value } }
      }
    }
  } finally {
    progress.stop()
    await client.close()
  }
  if (issues.length > 0) throw new CommandError('Not sent: a value is invalid.', issues)
  return resolved
}

function referenceOf(parameter: Parameter, texts: readonly string[] | boolean): Reference[] {
  const [text = '', ...more] = typeof texts === 'boolean' ? [] : texts
  const { member, schema, repeatable } = parameter
  const plain = plainOrNull(schema) ?? schema
  const takesId = plain['pattern'] === Uuid.pattern || isOrganizationName(plain)
  if (!takesId || repeatable || more.length > 0) return []
  if (/^[1-9][0-9]{0,15}$/.test(text)) {
    const named = /(?:^|_)(order|position)_id$/.exec(member)?.[1] as Named | undefined
    return named === undefined ? [] : [{ parameter, named, text }]
  }
  const isOrganization =
    isOrganizationName(plain) || /^(?:organization|lender|borrower|counterparty)_id$/.test(member)
  const isId = 'value' in readValue(plain, text)
  const isName = text !== '' && !isId && !text.startsWith('organizations/')
  return isOrganization && isName ? [{ parameter, named: 'organization', text }] : []
}

const text = Type.String()
const checkFound = shapeChecker(
  Type.Object({ results: Type.Array(Type.Object({ kind: text, id: text })) }),
)

async function found(kind: SearchKind, query: string, client: ServiceClient): Promise<string[]> {
  const { results } = checkFound(await client.call(search, { query: { query } }, undefined))
  return results.filter((result) => result.kind === kind).map(({ id }) => id)
}

const checkOrganizations = shapeChecker(
  Type.Object({ organizations: Type.Array(Type.Object({ id: text, slug: text, name: text })) }),
)
const checkParties = shapeChecker(
  Type.Object({
    agreements: Type.Array(
      Type.Object({ lender_id: text, lender_name: text, borrower_id: text, borrower_name: text }),
    ),
  }),
)
/** The ids of the organizations that a text may mean: by slug or by name. */
async function organizations(name: string, client: ServiceClient): Promise<string[]> {
  const known = await knownOrganizations(client)
  const isMeant = (other: string | undefined) => other?.toLowerCase() === name.toLowerCase()
  return [
    ...new Set(known.filter((one) => isMeant(one.slug) || isMeant(one.name)).map(({ id }) => id)),
  ]
}

interface KnownOrganization {
  readonly id: string
  readonly name: string
  readonly slug?: string
}

/** An operator sees all organizations, others those of their agreements. */
async function knownOrganizations(client: ServiceClient): Promise<readonly KnownOrganization[]> {
  try {
    const pages = await allPages(listOrganizations, client)
    return pages.flatMap((page) => checkOrganizations(page).organizations)
  } catch (error) {
    if (!(error instanceof VadiumServiceError) || error.status !== 403) throw error
  }
  const agreements = (await allPages(listAgreements, client)).flatMap(
    (page) => checkParties(page).agreements,
  )
  return agreements.flatMap(({ lender_id, lender_name, borrower_id, borrower_name }) => [
    { id: lender_id, name: lender_name },
    { id: borrower_id, name: borrower_name },
  ])
}

async function allPages(operation: Operation, client: ServiceClient): Promise<unknown[]> {
  const pages: unknown[] = []
  for await (const page of pagesOf(operation, {}, client)) pages.push(page)
  return pages
}

function missing(named: Named, text: string): string {
  return named === 'organization'
    ? `no organization that you may see has the slug or the name ${JSON.stringify(text)}`
    : `no order that you may see has the number ${text}`
}
