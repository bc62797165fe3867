import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const here = fileURLToPath(new URL('../../../..', import.meta.url))
const git = async (...words: string[]) => (await run('git', words, { cwd: here })).stdout.trim()

/** The commit before this one, in a folder of its own, with its packages. */
export interface CommitBefore {
  readonly commit: string
  /** Its `apps/api`. */
  readonly api: string
  remove(): Promise<void>
}

/**
 * The commit before this one, if this one can migrate a database of it. Undefined where there is no
 * history, and for a commit from before the first release, whose databases are refused.
 */
export async function upgradableCommit(): Promise<string | undefined> {
  try {
    const commit = await git('rev-parse', '--short', '--verify', 'HEAD^')
    await git('cat-file', '-e', `${commit}:apps/api/migrations.sha256`)
    return commit
  } catch {
    return undefined
  }
}

/** Checks a commit out and installs its packages, which the store of pnpm has already. */
export async function checkOut(commit: string): Promise<CommitBefore> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-commit-before-'))
  // A run that was killed leaves its entry behind.
  await git('worktree', 'prune')
  await git('worktree', 'add', '--detach', folder, commit)
  const { packageManager } = JSON.parse(
    await readFile(join(here, 'package.json'), 'utf8'),
  ) as Readonly<Record<'packageManager', string>>
  const words = ['-y', packageManager, 'install', '--frozen-lockfile', '--prefer-offline']
  await run('npx', words, { cwd: folder, maxBuffer: 2 ** 26 })
  return {
    commit,
    api: join(folder, 'apps/api'),
    remove: async () => {
      await git('worktree', 'remove', '--force', folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
