import { spawnSync } from 'node:child_process'

/** What this machine permits, for the names of the tests that need it. */
export const isRoot = process.getuid?.() === 0

function works(command: string, ...parameters: string[]): boolean {
  return spawnSync(command, parameters).status === 0
}

export const hasNamespaces = works('unshare', '--user', '--map-user=65534', 'true')

export const hasCapabilities =
  isRoot && works('setpriv', '--inh-caps=+dac_override', '--ambient-caps=+dac_override', 'true')

/** Whether other users can run Node at all: it may be installed in root's home. */
export const hasCommonNode =
  isRoot &&
  spawnSync(process.execPath, ['--version'], { uid: 65534, gid: 65534, cwd: '/' }).status === 0

export const nobody = { uid: 65534, gid: 65534 }

/** A number that no user of this machine has. */
export const nameless = { uid: 54321, gid: 54321 }
