const begin = (name: string) => `<!-- generated: ${name} -->`
const end = '<!-- end -->'

/**
 * Returns the document with each generated place filled again.
 * @throws Error if a place has no end, or if nothing is generated for its name.
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
