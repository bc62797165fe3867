/** The texts of an address, under their names. What is no text, or empty, is not there. */
export function searchTexts<const Name extends string>(
  given: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string | undefined>>> {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') texts[name] = value
  }
  return texts
}
