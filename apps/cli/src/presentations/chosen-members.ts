import type { TSchema } from '@sinclair/typebox'
import { nearestName, type Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import { CommandError, type CommandIssue } from '../errors/command-error.ts'
import { type MemberPath, membersOf, plainMembers, resourceOf } from '../schemas/answer-members.ts'

/**
 * The members that `--json` or `--tsv` names: `id,sender.custodian`. Undefined if none are named.
 *
 * @throws CommandError if the resource has no such member, or the flags contradict each other.
 */
export function chosenMembers(
  operation: Operation,
  { members, json, tsv, query, format }: CommandContext['flags'],
): readonly MemberPath[] | undefined {
  const isChosen = tsv === true || members !== undefined
  const forms = [
    ['--json', json],
    ['--tsv', tsv],
    ['--query', query !== undefined && isChosen],
    // Of an export. The format of a webhook is no form of the output.
    ['--format', format !== undefined && operation.csv === true && isChosen],
  ] as const
  const given = forms.flatMap(([flag, isGiven]) => (isGiven === true ? [flag] : []))
  const [, second] = given
  if (second !== undefined) {
    throw new CommandError('Not sent: the output is asked for in two forms.', [
      { field: second, issue: `cannot be given with ${String(given[0])}` },
    ])
  }
  if (members === undefined) return undefined
  const flag = tsv === true ? '--tsv' : '--json'
  const resource = resourceOf(operation)
  const paths = members.split(',').map((name) => name.trim().split('.'))
  const issues = paths.flatMap((path) => unknownMember(flag, path, resource))
  if (issues.length > 0) throw new CommandError('Not sent: a member is unknown.', issues)
  return paths
}

/** All members of a resource, for a form that names them. */
export function allMembers(operation: Operation): readonly MemberPath[] {
  return plainMembers(resourceOf(operation))
}

/** What is wrong with a member that a flag names: nothing, if the resource has it. */
export function unknownMember(flag: string, path: MemberPath, resource: TSchema): CommandIssue[] {
  let known = membersOf(resource)
  for (const [depth, name] of path.entries()) {
    const member = Object.hasOwn(known, name) ? known[name] : undefined
    if (member === undefined) {
      const above = path.slice(0, depth)
      const nearest = nearestMember(name, known)
      const meant = nearest === undefined ? '' : `: did you mean ${[...above, nearest].join('.')}?`
      const issue = `the resource has no member ${JSON.stringify(path.join('.'))}${meant}`
      const allowed = Object.keys(known).map((one) => [...above, one].join('.'))
      return [{ field: flag, issue, ...(allowed.length > 0 && { allowed }) }]
    }
    known = membersOf(member)
  }
  return []
}

/** The member of that name one level below, as `preview.direction` for `direction`, or a near name. */
function nearestMember(name: string, known: Readonly<Record<string, TSchema>>): string | undefined {
  const holder = Object.entries(known).find(([, one]) => Object.hasOwn(membersOf(one), name))
  return holder === undefined ? nearestName(name, Object.keys(known)) : `${holder[0]}.${name}`
}
