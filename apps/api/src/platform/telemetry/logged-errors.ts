/**
 * The members of an error that are logged. Clients of other servers put commands and addresses into
 * the others.
 */
const loggedMembers = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'hostname',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const

const causesMax = 5

/**
 * What is logged of an error: no member that could contain a password, and no user information of a
 * URL.
 */
export function loggedError(error: unknown, causesLeft = causesMax): unknown {
  if (!(error instanceof Error)) return withoutPasswords(String(error))
  const members = new Map<string, unknown>(Object.entries(error))
  const facts = loggedMembers.flatMap((name) => {
    const value = members.get(name)
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  return {
    type: error.name,
    message: withoutPasswords(error.message),
    stack: withoutPasswords(error.stack ?? ''),
    ...Object.fromEntries(facts),
    ...(error.cause !== undefined &&
      causesLeft > 0 && { cause: loggedError(error.cause, causesLeft - 1) }),
  }
}

/** A text in which every URL has lost its user and password. */
export function withoutPasswords(text: string): string {
  return text.replace(/\S+/g, (word) => {
    const [scheme, at] = [word.indexOf('://'), word.lastIndexOf('@')]
    return scheme === -1 || at < scheme ? word : word.slice(0, scheme + 3) + word.slice(at + 1)
  })
}
