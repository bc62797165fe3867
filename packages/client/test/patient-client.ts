import { VadiumClient, type VadiumClientOptions } from '../src/index.ts'
import { keys, type ScriptedServer } from './scripted-server.ts'

export interface PatientClient {
  readonly client: VadiumClient
  /** The waits between attempts, in milliseconds, in order. They took no time. */
  readonly waits: number[]
}

/** A client of a scripted server that records its waits instead of waiting. */
export function patientClient(
  server: Pick<ScriptedServer, 'url'>,
  options: Partial<Omit<VadiumClientOptions, 'signer' | 'privateKey'>> & {
    privateKey?: string
  } = {},
): PatientClient {
  const waits: number[] = []
  const client = new VadiumClient({
    baseUrl: server.url,
    privateKey: keys.privateKey,
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    ...options,
  })
  return { client, waits }
}

/** The error with which a promise rejects; a promise that does not reject fails the test. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It was expected to reject.')
}
