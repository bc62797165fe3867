/**
 * The name of a desk, a wallet or a person beside that of its firm: many begin with the name of the
 * firm, which is not said twice.
 */
export function withinFirm(name: string, firm: string | null): string {
  const begin = `${firm ?? ''}, `
  if (firm === null || !name.startsWith(begin) || name.length === begin.length) return name
  const rest = name.slice(begin.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
