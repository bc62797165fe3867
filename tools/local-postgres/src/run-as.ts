import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { cannotRun } from './errors.ts'
import { ownerOf, type User } from './owned-files.ts'

/** How the programs of PostgreSQL, which refuse to run as root, are run on this machine. */
export interface RunAs {
  /** The user to whom the data must belong. */
  readonly owner: User
  /**
   * The program that changes the user, with its parameters. Empty: the process is spawned as owner.
   */
  readonly prefix: readonly string[]
}

const ways = {
  /** As the user of this process. */
  self: asSelf,
  /** As the user to whom the folder belongs, for root in a user's checkout. */
  folderOwner: (folderOwner) => ({ owner: folderOwner, prefix: [] }),
  /**
   * As the same user, who is called nobody in a user namespace. PostgreSQL sees no root. The kernel
   * sees the same user, so files in root's home remain readable.
   */
  userNamespace: () => ({ ...asSelf(), prefix: intoUserNamespace(nobody()) }),
  /** As the unprivileged user of that name. */
  nobody: () => ({ owner: nobody(), prefix: [] }),
  /**
   * As nobody, with the capability to enter folders of others: for root's home in a container that
   * forbids namespaces.
   */
  nobodyWithAccess: () => ({ owner: nobody(), prefix: withAccess(nobody()) }),
} satisfies Record<string, (folderOwner: User) => RunAs>

export type RunAsName = keyof typeof ways

/** Runs the program `postgres` in each way, and returns the first way that works. */
export async function findRunAs(
  folder: string,
  postgres: string,
  wanted?: readonly RunAsName[],
): Promise<RunAs> {
  const owner = ownerOf(folder)
  const refusals: string[] = []
  for (const name of wanted ?? namesFor(owner)) {
    const runAs = ways[name](owner)
    const outcome = await run(runAs, 'sh', ['-c', probe, 'sh', folder, postgres])
    if (outcome.succeeded) return runAs
    refusals.push(`- ${name}: ${outcome.output}`)
  }
  throw cannotRun(
    `no way to run it works for this user. A checkout in a folder that every user can enter, ` +
      `outside of root's home, may help.\n${refusals.join('\n')}`,
  )
}

function namesFor(folderOwner: User): readonly RunAsName[] {
  // initdb refuses a user without a name (containers run as such), who has one in a namespace.
  if (process.getuid?.() !== 0) return ['self', 'userNamespace']
  const asRoot = ['userNamespace', 'nobody', 'nobodyWithAccess'] as const
  return folderOwner.uid === 0 ? asRoot : ['folderOwner', ...asRoot]
}

export function asSelf(): RunAs {
  return { owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }, prefix: [] }
}

function intoUserNamespace({ uid, gid }: User): string[] {
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
}

function withAccess({ uid, gid }: User): string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  // Without the bit, the kernel ignores capabilities in access(), by which the programs of
  // PostgreSQL look for one another.
  return ['setpriv', ...user, ...capability, '--securebits=+no_setuid_fixup', '--']
}

/** The user nobody of this system; its number differs between families of systems. */
function nobody(): User {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(line?.[1] ?? 65534), gid: Number(line?.[2] ?? 65534) }
}

/**
 * PostgreSQL refuses root, initdb needs a user with a name, and that user must reach both folders.
 */
const probe = `
  if test "$(id -u)" -eq 0; then echo 'PostgreSQL refuses to run as root'; exit 1; fi
  cd -- "$1" || exit 1
  test -d data || id -un || { echo 'initdb needs a user in /etc/passwd'; exit 1; }
  exec "$2" --version`

interface Outcome {
  readonly succeeded: boolean
  readonly output: string
}

interface Outputs {
  readonly stdout: string
  readonly stderr: string
}

const execute = promisify(execFile)

/** Enough for initdb on a slow disk. */
const runMillisecondsMax = 120_000

/** Runs a program and keeps its output. A program that fails is an outcome, too. */
export async function run(
  runAs: RunAs,
  file: string,
  parameters: readonly string[],
): Promise<Outcome> {
  const { command, rest, options } = commandLine(runAs, file, parameters)
  try {
    const { stdout } = await execute(command, rest, { ...options, timeout: runMillisecondsMax })
    return { succeeded: true, output: stdout }
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Partial<Outputs>
    return { succeeded: false, output: `${stdout}${stderr}`.trim() || message }
  }
}

/** Starts a program that outlives this process and its terminal. `log` is an open file. */
export function spawnDetached(
  runAs: RunAs,
  file: string,
  parameters: readonly string[],
  log: number,
): ChildProcess {
  const { command, rest, options } = commandLine(runAs, file, parameters)
  const child = spawn(command, rest, { ...options, stdio: ['ignore', log, log], detached: true })
  child.unref()
  return child
}

function commandLine({ prefix, owner }: RunAs, file: string, parameters: readonly string[]) {
  const [command = file, ...rest] = [...prefix, file, ...parameters]
  // The other user may not be able to enter our folder, and must not see our environment.
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { command, rest, options: { ...(prefix.length === 0 ? owner : {}), cwd: '/', env } }
}
