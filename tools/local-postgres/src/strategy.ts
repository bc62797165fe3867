import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

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
 * - `userNamespace`: as this user, who is called nobody in a user namespace. PostgreSQL sees no root,
 *   the kernel sees the same user as ever, so files in root's home remain within reach.
 * - `nobody`: as the unprivileged user of that name.
 * - `nobodyWithAccess`: as nobody, with the one capability to enter folders of others. For root's
 *   home in a container that permits no namespaces.
 * - `nobodyElsewhere`: as nobody, with data and binaries moved to where nobody can enter.
 */
export type StrategyName =
  'self' | 'folderOwner' | 'userNamespace' | 'nobody' | 'nobodyWithAccess' | 'nobodyElsewhere'

/** Every strategy this process could try, best first. */
export function strategyNames(folderOwner: Owner): readonly StrategyName[] {
  if (process.getuid?.() !== 0) return hasName() ? ['self'] : ['userNamespace']
  const asNobody = ['userNamespace', 'nobody', 'nobodyWithAccess', 'nobodyElsewhere'] as const
  return folderOwner.uid === 0 ? asNobody : ['folderOwner', ...asNobody]
}

export function strategyNamed(name: StrategyName, folderOwner: Owner): Strategy {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const common = { name, prefix: [], mayMove: false }
  switch (name) {
    case 'self':
      return { ...common, owner: self }
    case 'folderOwner':
      return { ...common, owner: folderOwner, spawnAs: folderOwner }
    case 'userNamespace':
      return { ...common, owner: self, prefix: intoUserNamespace() }
    case 'nobody':
      return { ...common, owner: nobody(), spawnAs: nobody() }
    case 'nobodyWithAccess':
      return { ...common, owner: nobody(), prefix: toNobodyWithAccess() }
    case 'nobodyElsewhere':
      return { ...common, owner: nobody(), spawnAs: nobody(), mayMove: true }
  }
}

/** initdb looks its user up and fails for a number without a name (containers run as such). */
function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

function intoUserNamespace(): string[] {
  const { uid, gid } = nobody()
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
}

function toNobodyWithAccess(): string[] {
  const { uid, gid } = nobody()
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return ['setpriv', ...user, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--']
}

/** The user nobody of this system; its number differs between families of systems. */
function nobody(): Owner {
  const line = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return line === null ? { uid: 65534, gid: 65534 } : { uid: Number(line[1]), gid: Number(line[2]) }
}
