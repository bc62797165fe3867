import { readFileSync } from 'node:fs'

/** A user by number, as the kernel knows it. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** How the programs of PostgreSQL, which refuse to run as root, are run on this machine. */
export interface Strategy {
  readonly name: StrategyName
  /** Whom the data must belong to, for the server to take it as its own. */
  readonly owner: Owner
  /** What comes before the program on the command line. */
  readonly prefix: readonly string[]
  /** Whom the kernel makes the process, where it is another than this one. */
  readonly spawnAs?: Owner
  /** Whether data and binaries that the user cannot reach may be placed elsewhere. */
  readonly mayMove: boolean
}

/**
 * - `self`: the programs run as the user who runs this process.
 * - `folderOwner`: as the user to whom the folder belongs (root at work in a user's checkout).
 * - `userNamespace`: as this user, who is called nobody in a user namespace. PostgreSQL sees no
 *   root, the kernel sees the same user as ever, so files in root's home remain within reach.
 * - `nobody`: as the unprivileged user of that name.
 * - `nobodyWithAccess`: as nobody, with the one capability to enter folders of others. For root's
 *   home in a container that permits no namespaces.
 * - `nobodyElsewhere`: as nobody, with data and binaries moved to where nobody can enter.
 */
export type StrategyName =
  'self' | 'folderOwner' | 'userNamespace' | 'nobody' | 'nobodyWithAccess' | 'nobodyElsewhere'

/** Every strategy that this process could try, best first. */
export function strategyNames(folderOwner: Owner): readonly StrategyName[] {
  // A user without a name (containers run as such) is refused by initdb, but has one in a
  // namespace.
  if (process.getuid?.() !== 0) return ['self', 'userNamespace']
  if (folderOwner.uid !== 0) return ['folderOwner', ...asNobody]
  return asNobody
}

const asNobody: readonly StrategyName[] = [
  'userNamespace',
  'nobody',
  'nobodyWithAccess',
  'nobodyElsewhere',
]

export function asSelf(): Strategy {
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  return { name: 'self', owner, prefix: [], mayMove: false }
}

export function strategyNamed(name: StrategyName, folderOwner: Owner): Strategy {
  const self = { ...asSelf(), name }
  switch (name) {
    case 'self':
      return self
    case 'folderOwner':
      return { ...self, owner: folderOwner, spawnAs: folderOwner }
    case 'userNamespace':
      return { ...self, prefix: intoUserNamespace() }
    case 'nobody':
      return { ...self, owner: nobody(), spawnAs: nobody() }
    case 'nobodyWithAccess':
      return { ...self, owner: nobody(), prefix: toNobodyWithAccess() }
    case 'nobodyElsewhere':
      return { ...self, owner: nobody(), spawnAs: nobody(), mayMove: true }
  }
}

function intoUserNamespace(): string[] {
  const { uid, gid } = nobody()
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
}

function toNobodyWithAccess(): string[] {
  const { uid, gid } = nobody()
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  // Without the bit, the kernel sets capabilities aside in access(), by which the programs of
  // PostgreSQL look for one another.
  return ['setpriv', ...user, ...capability, '--securebits=+no_setuid_fixup', '--']
}

/** The user nobody of this system; its number differs between families of systems. */
function nobody(): Owner {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(line?.[1] ?? 65534), gid: Number(line?.[2] ?? 65534) }
}
