import { type Answer, type Arrived, loopbackService } from './loopback-service.ts'
import { keyFor, type Ran, type Surroundings, vadium } from './terminal.ts'

/** A run of the command, and the requests that it sent. */
export interface AnsweredRun extends Ran {
  readonly arrived: readonly Arrived[]
}

/** Runs the command against a service that gives these answers, one after the other. */
export async function answered(
  answers: readonly Answer[],
  argv: readonly string[],
  { env, ...more }: Surroundings = {},
): Promise<AnsweredRun> {
  await using service = await loopbackService(...answers)
  const ran = await vadium(argv, { env: { ...keyFor(service.url), ...env }, ...more })
  return { ...ran, arrived: service.arrived }
}
