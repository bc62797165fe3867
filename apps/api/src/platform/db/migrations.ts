import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../package-root.ts'

/**
 * How a migration runs, which its name says. Most run in a transaction, beside traffic.
 * `concurrently` builds indexes outside of a transaction. `offline` is one that must not run while
 * processes of the service are connected, such as one that rewrites a large table under a lock.
 */
export type MigrationWay = 'in a transaction' | 'concurrently' | 'offline'

/** A migration of this program. */
export interface Migration {
  readonly version: number
  /** Such as `add-a-column`. */
  readonly name: string
  readonly file: string
  readonly way: MigrationWay
  readonly sql: string
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly checksum: string
}

const ownFolder = fileURLToPath(new URL('migrations', packageRoot))
const fileName = /^(\d{4})-([a-z0-9-]+)(?:\.(concurrently|offline))?\.sql$/

/**
 * The migrations of a folder, by version. Default: those of this program.
 * @throws Error if a file is no migration, or two have one version.
 */
export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const files = (await readdir(folder)).toSorted()
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)))
  const twice = migrations.find(({ version }, i) => migrations[i - 1]?.version === version)
  if (twice !== undefined) throw new Error(`${twice.file} has the number of another migration`)
  return migrations
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const [, version, name, way] = fileName.exec(file) ?? []
  if (version === undefined || name === undefined) {
    throw new Error(`${file} is no name of a migration, such as 0042-add-a-column.sql`)
  }
  // A checkout may write the ends of lines in another way.
  const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  return {
    version: Number(version),
    name,
    file,
    way: way === 'concurrently' || way === 'offline' ? way : 'in a transaction',
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  }
}

/** The highest version of some migrations, or 0. */
export const newestVersion = (versions: Iterable<number>) => Math.max(0, ...versions)

/**
 * A function whose body names a table is created without looking for it: an applied migration looks
 * in a schema of one name, and a later one has the function look in that of the tables.
 */
export const withoutBodies = 'SET LOCAL check_function_bodies = off'
