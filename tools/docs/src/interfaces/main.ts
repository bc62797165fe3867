import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { breaksOf } from './breaks.ts'
import { publishedInterface, type ReadSource } from './published-interface.ts'

/** Every entry that programs import. */
const entries = {
  '@vadium/client': 'packages/client/src/index.ts',
  '@vadium/client in browsers': 'packages/client/src/browser.ts',
  '@vadium/client/testing': 'packages/client/src/testing/index.ts',
  '@vadium/margin': 'packages/margin/src/index.ts',
  '@vadium/schema': 'packages/schema/src/index.ts',
}

const git = (...words: string[]) =>
  execFileSync('git', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })

/** The last release, or the commit before this one. Undefined without any history. */
function comparedCommit(): string | undefined {
  const ways = [
    () => git('describe', '--tags', '--abbrev=0', '--match', '@vadium/client@*'),
    () => git('rev-parse', '--short', '--verify', 'HEAD^'),
  ]
  for (const way of ways) {
    try {
      return way().trim()
    } catch {
      // No release, no commit before, or no repository.
    }
  }
  return undefined
}

/** The sources of a commit, read at once: a process for each file would take seconds. */
function committed(commit: string): ReadSource {
  const paths = git('ls-tree', '-r', '--name-only', commit, 'packages')
    .split('\n')
    .filter((path) => path.includes('/src/') && path.endsWith('.ts'))
  const output = execFileSync('git', ['cat-file', '--batch'], {
    input: paths.map((path) => `${commit}:${path}\n`).join(''),
    maxBuffer: 2 ** 28,
  })
  const texts = new Map<string, string>()
  let at = 0
  for (const path of paths) {
    const start = output.indexOf('\n', at) + 1
    const size = Number(output.toString('latin1', at, start).split(' ')[2])
    texts.set(path, output.toString('utf8', start, start + size))
    at = start + size + 1
  }
  return (path) => texts.get(path)
}

const present: ReadSource = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/**
 * Names what the working tree breaks in the published interfaces, compared with the last release,
 * or with the commit before. It names and does not forbid: whether a break is meant, a changeset
 * says.
 */
const commit = comparedCommit()
if (commit === undefined) {
  process.stdout.write('Not compared: there is no commit before this one here.\n')
} else {
  const before = committed(commit)
  const breaks = Object.entries(entries).flatMap(([name, entry]) =>
    breaksOf(publishedInterface(before, entry), publishedInterface(present, entry)).map(
      (sentence) => `${name}: ${sentence}\n`,
    ),
  )
  const heading =
    breaks.length === 0
      ? `Nothing that ${commit} published is broken.\n`
      : `Programs written for ${commit} break (a changeset says so):\n`
  process.stdout.write(heading + breaks.join(''))
}
