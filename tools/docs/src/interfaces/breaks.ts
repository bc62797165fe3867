import type { PublishedInterface, PublishedMember } from './published-interface.ts'

/** What breaks in programs that were written against an earlier interface, a sentence each. */
export function breaksOf(before: PublishedInterface, now: PublishedInterface): string[] {
  const sentences: string[] = []
  for (const [name, old] of before.members) {
    const member = now.members.get(name)
    if (member === undefined) {
      // If all of a declaration is gone, one sentence says so.
      if (name === old.owner || now.members.has(old.owner)) sentences.push(`${name} is gone`)
    } else if (!fits(old, member)) {
      sentences.push(`${name} was ${written(old)}, and is ${written(member)}`)
    }
  }
  for (const [name, { owner, isRequired }] of now.members) {
    const isNew = !before.members.has(name) && before.members.has(owner)
    if (isNew && isRequired && before.taken.has(owner) && name !== owner) {
      sentences.push(`${name} is new, and required`)
    }
  }
  return sentences
}

const written = ({ kind, parts }: PublishedMember): string =>
  kind === 'type'
    ? parts.join(' | ')
    : `(${parts.slice(0, -1).join(', ')}) => ${parts.at(-1) ?? ''}`

/** A type may get more constituents, and a method more optional parameters. */
function fits(old: PublishedMember, now: PublishedMember): boolean {
  if (old.kind !== now.kind) return false
  if (old.kind === 'type') return old.parts.every((part) => now.parts.includes(part))
  const [oldTaken, taken] = [old.parts.slice(0, -1), now.parts.slice(0, -1)]
  return (
    old.parts.at(-1) === now.parts.at(-1) &&
    oldTaken.every((parameter, i) => taken[i] === parameter) &&
    taken.slice(oldTaken.length).every((parameter) => /^\w+\?:/.test(parameter))
  )
}
