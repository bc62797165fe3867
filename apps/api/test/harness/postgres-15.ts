import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where the packages of Debian, Red Hat and Homebrew install it. */
export const postgres15Folders = [
  '/usr/lib/postgresql/15',
  '/usr/pgsql-15',
  '/opt/homebrew/opt/postgresql@15',
  '/usr/local/opt/postgresql@15',
]

/** The folder of an installed PostgreSQL 15; undefined if there is none. */
export function postgres15Folder(): string | undefined {
  return postgres15Folders.find((folder) => existsSync(join(folder, 'bin', 'initdb')))
}
