import type { ReplicaTrial } from './replica-trial.ts'
import { type ListsRead, readOwnWrites } from './readers.ts'
import { pause } from './waiting.ts'

const partMs = 5000
/** HAProxy sees within it that a server takes connections. */
const checkedMs = 3000

interface Part {
  readonly name: string
  readonly lists: ListsRead
  /** How many reads standbys answered, and why others did not. */
  readonly reads: string
}

/**
 * Reads through HAProxy in front of two standbys: both are there; one no longer replays the log, which
 * HAProxy cannot know; one is killed; it is back. Each part says what its reads showed.
 */
export async function balancedReads(trial: ReplicaTrial): Promise<readonly Part[]> {
  const { servers } = trial
  const part = async (name: string): Promise<Part> => {
    const lists = await readOwnWrites(trial.writer(), trial.lender(), trial.order(), partMs)
    return { name, lists, reads: await trial.readOutcomes() }
  }
  const parts = [await part('both replay')]
  servers.pauseReplay(1)
  parts.push(await part('one does not replay'))
  servers.resumeReplay(1)
  servers.killReplica(0)
  parts.push(await part('one is killed'))
  await servers.startReplica(0)
  await pause(checkedMs)
  parts.push(await part('it is back'))
  return parts
}
