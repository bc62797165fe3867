import { type Checker, type Type, TypeFlags } from 'typescript-native/unstable/sync'
import type { Member } from './comparison.ts'
import type { Kind } from './kind.ts'

/**
 * The members of a row type. Those of a union are in one of its types at least; in a row of another
 * they may be null, because nobody can read them there.
 */
export function membersOf(checker: Checker, row: Type): Member[] {
  const rows = row.isUnionType() ? row.getTypes() : [row]
  const found = new Map<string, Member[]>()
  for (const type of rows) {
    for (const symbol of checker.getPropertiesOfType(type)) {
      const kinds = kindsOf(checker, checker.getTypeOfSymbol(symbol))
      const isOptional = kinds.includes('undefined')
      const member = { name: symbol.name, kinds, isOptional }
      found.set(symbol.name, [...(found.get(symbol.name) ?? []), member])
    }
  }
  return [...found].map(([name, members]) => {
    const isInAll = members.length === rows.length
    const kinds = [...members.flatMap((member) => member.kinds), ...(isInAll ? [] : nobodyReads)]
    const isOptional = !isInAll || members.some((member) => member.isOptional)
    return { name, kinds: [...new Set(kinds)], isOptional }
  })
}

const nobodyReads: readonly Kind[] = ['null']

const primitives: readonly (readonly [number, Kind])[] = [
  [TypeFlags.AnyOrUnknown, 'unknown'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
]

const classes: Readonly<Record<string, Kind>> = {
  Date: 'Date',
  Buffer: 'Buffer',
  Uint8Array: 'Buffer',
}

function kindsOf(checker: Checker, type: Type | undefined): readonly Kind[] {
  if (type === undefined) throw new Error('the compiler has no type for a member')
  if (type.isUnionType()) {
    return [...new Set(type.getTypes().flatMap((part) => kindsOf(checker, part)))]
  }
  const primitive = primitives.find(([flags]) => (type.flags & flags) !== 0)
  if (primitive !== undefined) return [primitive[1]]
  if (type.isIntersectionType()) {
    const kinds = type.getTypes().flatMap((part) => kindsOf(checker, part))
    return [kinds.find((kind) => kind !== 'object') ?? 'object']
  }
  if (checker.isArrayType(type) && type.isTypeReference()) {
    return [{ items: checker.getTypeArguments(type).flatMap((item) => kindsOf(checker, item)) }]
  }
  return [classes[type.getSymbol()?.name ?? ''] ?? 'object']
}
