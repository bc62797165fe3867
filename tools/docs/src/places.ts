const begin = (name: string) => `<!-- generated: ${name} -->`
const end = '<!-- end -->'

/**
 * A document with each generated place written anew.
 * @throws Error where a place has no end, or a name that nothing is generated for.
 */
export function fillPlaces(
  document: string,
  generators: Readonly<Record<string, () => string>>,
): string {
  return document.replaceAll(
    /<!-- generated: ([a-z]+) -->[^]*?(?:<!-- end -->|$)/g,
    (found, name: string) => {
      const generate = generators[name]
      if (generate === undefined) throw new Error(`nothing is generated for ${begin(name)}`)
      if (!found.endsWith(end)) throw new Error(`${begin(name)} has no ${end}`)
      return `${begin(name)}\n\n${generate()}\n\n${end}`
    },
  )
}
