import { existsSync, readFileSync, statSync } from 'node:fs'

/**
 * The beginning of a command line that runs a program of PostgreSQL, which refuses root. An
 * ordinary user needs none. For root, the server runs as the owner of its data, which a new folder
 * does not have yet: then as nobody. A capability lets that user enter the folders of others, so a
 * checkout in root's home works, too.
 */
export function asServerUser(dataFolder: string): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const owner = existsSync(dataFolder) ? statSync(dataFolder) : undefined
  const { uid, gid } = owner === undefined || owner.uid === 0 ? nobody() : owner
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return [
    'setpriv',
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability],
    // Without the bit, the kernel ignores capabilities in access(), by which the programs of
    // PostgreSQL look for one another.
    ...['--securebits=+no_setuid_fixup', '--'],
  ]
}

/** The user nobody of this system; its number differs between families of systems. */
export function nobody(): { readonly uid: number; readonly gid: number } {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(line?.[1] ?? 65534), gid: Number(line?.[2] ?? 65534) }
}
