import type { FastifyRequest } from 'fastify'

/** What the log line of an answer says about its request. */
export function requestFacts({ raw, ip, principal }: FastifyRequest) {
  return {
    method: raw.method,
    path: raw.url?.split('?', 1)[0]?.slice(0, 256),
    address: ip,
    ...(principal && {
      credential: principal.credentialId,
      organization: principal.organizationId,
    }),
  }
}

/** The milliseconds of a log line. */
export const loggedMs = (ms: number) => Math.round(ms * 100) / 100
