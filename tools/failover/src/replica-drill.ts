import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { balancedReads } from './balanced-trial.ts'
import { replicaPorts } from './ports.ts'
import { pause } from './waiting.ts'
import { type Placement, ReplicaTrial, type WriteCosts } from './replica-trial.ts'

// Measures what writes of one firm take while another asks for 64 reports at once, without a replica and
// with one, and kills the replica under that load. Then reads through HAProxy in front of two standbys, one
// of which falls behind and one is killed.

const problem = whatIsMissing()
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`)
  process.exit(2)
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const user = { uid: postgresId('-u'), gid: postgresId('-g') }

interface Setting {
  readonly name: string
  readonly placement: Placement
  /** How many times as long a write may take at most. */
  readonly slowerMax: number
}

const settings: readonly Setting[] = [
  {
    name: 'service and primary on one core, replica and flood on another',
    placement: [0, 1],
    slowerMax: 2,
  },
  { name: 'all on two cores', placement: [undefined, undefined], slowerMax: 4 },
]
/** Of the primary for each write, beside the flood. */
const processorMax = 1.2

const faults: string[] = []
for (const setting of settings) await measure(setting)
await balance()
for (const fault of faults) say(`FAULT: ${fault}`)
process.exit(faults.length === 0 ? 0 : 1)

async function measure({ name, placement, slowerMax }: Setting): Promise<void> {
  say(name)
  await tried(placement, 1, async (trial) => {
    await compared(trial, 'without a replica')
    await trial.startService(replicaPorts.replica(0))
    const { slower, dearer } = await compared(trial, 'with a replica')
    if (slower > slowerMax) faults.push(`a write takes ${slower.toFixed(1)} times as long`)
    if (dearer > processorMax) faults.push(`a write costs the primary ${dearer.toFixed(2)} times`)
    const { lists, reports } = await trial.killReplica()
    say(`  replica killed: lists ${JSON.stringify(lists)}, reports ${JSON.stringify(reports)}`)
    if (lists.failed + reports.failed > 0) faults.push('an answer of 5xx, or none')
  })
}

async function balance(): Promise<void> {
  say('HAProxy in front of two standbys; each list follows an order that it must show')
  await tried([undefined, undefined], 2, async (trial) => {
    await trial.startService(replicaPorts.standbys)
    for (const { name, lists, reads } of await balancedReads(trial)) {
      say(`  ${name}: lists ${JSON.stringify(lists)}; reads so far: ${reads}`)
      if (lists.old > 0) faults.push(`${name}: a list without what was answered before it`)
      if (lists.failed > 0) faults.push(`${name}: an answer of 5xx, or none`)
      if (lists.current === 0) faults.push(`${name}: no list was answered`)
    }
  })
}

async function tried(
  placement: Placement,
  replicas: number,
  trials: (trial: ReplicaTrial) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vadium-replica-'))
  chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o711)
  const trial = new ReplicaTrial(folder, user, placement, replicas)
  const stop = () => trial.stop()
  process.once('exit', stop)
  await trial.start()
  await trials(trial)
  stop()
  process.off('exit', stop)
  // What is written on the way out would make the folder again.
  await pause(1000)
  rmSync(folder, { recursive: true, force: true })
}

async function compared(trial: ReplicaTrial, what: string) {
  await trial.measureIdle()
  const quiet = await trial.measureWrites()
  await trial.startFlood()
  const flooded = await trial.measureWrites()
  const reports = await trial.endFlood()
  const slower = flooded.p50Ms / quiet.p50Ms
  const dearer = flooded.processorMs / quiet.processorMs
  say(`  ${what}: ${costsOf(quiet)}; beside 64 reports ${costsOf(flooded)}`)
  say(`    ${slower.toFixed(2)} times as long, ${dearer.toFixed(2)} times the primary's processor`)
  say(`    reports ${JSON.stringify(reports)}; reads: ${await trial.readOutcomes()}`)
  return { slower, dearer }
}

function costsOf({ p50Ms, processorMs }: WriteCosts): string {
  return `p50 ${p50Ms.toFixed(1)} ms, ${processorMs.toFixed(1)} ms of the primary`
}

function whatIsMissing(): string | undefined {
  const lacksOne = ['taskset -V', 'haproxy -v'].some((command) => {
    const [program = '', ...args] = command.split(' ')
    return spawnSync(program, args).status !== 0
  })
  if (lacksOne || !existsSync('/usr/lib/postgresql/15/bin/initdb')) {
    return 'The drill needs programs of Debian 12: apt-get install postgresql-15 util-linux haproxy'
  }
  if (availableParallelism() < 2) return 'The drill needs two cores.'
  return process.getuid?.() === 0
    ? undefined
    : 'Run the drill as root: PostgreSQL runs as the user postgres.'
}

function postgresId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}
