import type { StoredRequest } from '@vadium/client'

const pattern = /\/agreements\/(?<id>[^/:]+):(?:accept|amend|propose)$/

/** The id of the agreement whose terms a request proposes or accepts. Undefined for all others. */
export const agreementOf = ({ path }: StoredRequest): string | undefined =>
  pattern.exec(path)?.groups?.['id']
