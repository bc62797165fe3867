import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { BulkTransfers } from '../book/bulk-transfers.ts'
import { atTheEnd } from '../cleanup.ts'

const run = promisify(execFile)
const here = fileURLToPath(new URL('../..', import.meta.url))

/** Another commit of this repository, built in a folder of its own. */
export interface Checkout {
  /** The abbreviated hash. */
  readonly commit: string
  /** The server that Node runs. */
  readonly api: string
  /** Whether its databases have the same schema as those of this commit. */
  readonly sameSchema: boolean
  /** How that commit adds transfers to a book. */
  readonly bulk: () => Promise<BulkTransfers>
}

/** @throws Error if there is no such commit, or it cannot be installed or built. */
export async function checkOut(name: string): Promise<Checkout> {
  const git = (...words: string[]) => run('git', words, { cwd: here })
  const found = await git('rev-parse', '--short', '--verify', `${name}^{commit}`).catch(() => {
    throw new TypeError(`--against ${name}: no such commit`)
  })
  const commit = found.stdout.trim()
  const folder = await mkdtemp(join(tmpdir(), 'vadium-bench-commit-'))
  // A run that was killed leaves its entry behind.
  await git('worktree', 'prune')
  await git('worktree', 'add', '--detach', folder, commit)
  atTheEnd(async () => {
    await git('worktree', 'remove', '--force', folder)
    await rm(folder, { recursive: true, force: true })
  })
  // The packages are in the store of pnpm already, unless that commit has others.
  await pnpm(folder, 'install', '--frozen-lockfile', '--prefer-offline')
  // What adds transfers to a book needs the package of books, which early commits have not.
  const hasBooks = (await readdir(join(folder, 'packages'))).includes('book')
  const built = ['@vadium/api', ...(hasBooks ? ['@vadium/book'] : [])].map(
    (name) => `--filter=${name}`,
  )
  await pnpm(folder, 'exec', 'turbo', 'run', 'build', ...built, '--env-mode=loose')
  return {
    commit,
    api: pathToFileURL(join(folder, 'apps/api/dist/server.js')).href,
    sameSchema: (await migrationsOf(here)) === (await migrationsOf(folder)),
    bulk: () => bulkOf(folder),
  }
}

async function pnpm(folder: string, ...words: string[]): Promise<void> {
  // Set by pnpm for the scripts that it runs: its own file, whether or not it is installed.
  const itself = process.env['npm_execpath']
  const [program, ...before] = itself?.endsWith('js') ? [process.execPath, itself] : ['pnpm']
  try {
    await run(program, [...before, ...words], { cwd: folder, maxBuffer: 2 ** 26 })
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`pnpm ${words.join(' ')} failed in ${folder}:\n${output.slice(-4000)}`, {
      cause: error,
    })
  }
}

async function migrationsOf(root: string): Promise<string> {
  const folder = join(root, 'apps/api/migrations')
  const names = (await readdir(folder)).toSorted()
  const texts = names.map(async (name) => `${name}\n${await readFile(join(folder, name), 'utf8')}`)
  return (await Promise.all(texts)).join('\n')
}

async function bulkOf(folder: string): Promise<BulkTransfers> {
  const bench = join(folder, 'bench')
  const source = 'src/book/bulk-transfers.ts'
  await pnpm(bench, 'exec', 'tsdown', source, '--no-config', '--no-dts', '--out-dir', 'bulk')
  const [file] = (await readdir(join(bench, 'bulk'))).filter((name) => /^bulk.*js$/.test(name))
  if (file === undefined) throw new Error(`${source} was not built in ${bench}`)
  const bulk: unknown = await import(pathToFileURL(join(bench, 'bulk', file)).href)
  if (!isBulk(bulk)) throw new Error(`${source} of that commit exports something else`)
  return bulk
}

function isBulk(module: unknown): module is BulkTransfers {
  return (
    typeof module === 'object' &&
    module !== null &&
    'fillTransfers' in module &&
    'checkDocuments' in module
  )
}
