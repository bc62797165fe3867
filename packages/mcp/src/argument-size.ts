/** The most characters of the names and values of all arguments of a call together. */
export const argumentCharactersMax = 100_000
/** The deepest arguments. No operation takes deeper ones. */
export const argumentDepthMax = 32

/** Why arguments are not looked at any further. Undefined if they are neither long nor deep. */
export function sizeFaultOf(given: unknown): string | undefined {
  const open: (readonly [value: unknown, depth: number])[] = [[given, 0]]
  let characters = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next
    if (depth > argumentDepthMax) return `the arguments are deeper than ${argumentDepthMax} levels.`
    characters += 1
    if (typeof value === 'string') characters += value.length
    if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        characters += name.length
        open.push([member, depth + 1])
      }
    }
    if (characters > argumentCharactersMax) {
      return `the arguments are longer than ${argumentCharactersMax} characters.`
    }
  }
  return undefined
}
