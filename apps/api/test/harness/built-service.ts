import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFolderLock } from '@vadium/local-postgres'
import { build } from 'tsdown'
import { inject } from 'vitest'
import { testSecretsKey } from './test-secrets.ts'

const source = fileURLToPath(new URL('../..', import.meta.url))

/** The service as it is run: built from the current sources, in its own folder. */
export interface BuiltService {
  /** `talks`: whether the process and the test send each other messages. */
  start(environment: Record<string, string>, talks?: boolean): RunningProcess
  /** The command `vadium-api`, of the service itself. */
  command(words: readonly string[], environment: Record<string, string>): RunningProcess
  /** Removes a program of a test. The run removes the service. */
  remove(): Promise<void>
}

export interface RunningProcess {
  readonly child: ChildProcess
  /** Its output so far. */
  readonly output: () => string
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

/** The entry of the command `vadium-api`. */
const commandPrograms = {
  process: 'src/server.ts',
  server: 'src/server.ts',
  bootstrap: 'src/commands/bootstrap.ts',
  check: 'src/commands/check.ts',
  migrate: 'src/commands/migrate.ts',
  recover: 'src/commands/recover.ts',
  reseal: 'src/commands/reseal.ts',
}

/** The service. The first test that needs it builds it for all tests of the run. */
export async function buildService(): Promise<BuiltService> {
  const folder = inject('builtService')
  const last = join(folder, 'package.json')
  await withFolderLock(folder, async () => {
    if (!existsSync(last)) await buildIn(folder, commandPrograms, ownPackages)
  })
  return { ...programsIn(folder), remove: () => Promise.resolve() }
}

/** A test's own program, which uses parts of the service. */
export async function buildProgram(entry: string): Promise<BuiltService> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-program-'))
  await buildIn(folder, { process: entry }, bundledInPrograms)
  return { ...programsIn(folder), remove: () => rm(folder, { recursive: true }) }
}

/** As in the build of the service. */
const ownPackages = /^@vadium\//

/**
 * A test starts its program dozens of times, and to load one file takes half as long as to load
 * those of all packages. These packages cannot be bundled.
 */
const bundledInPrograms =
  /^(?!(?:pg|pino|ioredis|postgrator|fs-native-extensions|sodium-native|require-addon|jsonc-parser)(?:\/|$)|@opentelemetry\/)/

async function buildIn(
  folder: string,
  entry: Readonly<Record<string, string>>,
  alwaysBundle: RegExp,
): Promise<void> {
  await build({
    config: false,
    cwd: source,
    entry,
    outDir: join(folder, 'dist'),
    fixedExtension: false,
    dts: false,
    logLevel: 'silent',
    deps: { alwaysBundle, onlyBundle: false },
    inputOptions: { resolve: { conditionNames: ['@vadium/source', 'node', 'import'] } },
  })
  await cp(join(source, 'migrations'), join(folder, 'migrations'), { recursive: true })
  await cp(join(source, 'bin'), join(folder, 'bin'), { recursive: true })
  await symlink(join(source, 'node_modules'), join(folder, 'node_modules'))
  // Last: it shows that the build is complete.
  await cp(join(source, 'package.json'), join(folder, 'package.json'))
}

function programsIn(folder: string): Omit<BuiltService, 'remove'> {
  return {
    start: (environment, talks = false) =>
      run([join(folder, 'dist/process.js')], environment, talks),
    command: (words, environment) =>
      run([join(folder, 'bin/vadium-api.js'), ...words], environment),
  }
}

function run(
  words: readonly string[],
  environment: Record<string, string>,
  talks = false,
): RunningProcess {
  const child = spawn(process.execPath, words, {
    env: {
      PATH: process.env['PATH'],
      ALLOW_UNDURABLE_DATABASE: '1',
      SECRETS_KEY: testSecretsKey,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(talks ? (['ipc'] as const) : [])],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  }
  return {
    child,
    output: () => chunks.join(''),
    ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string),
  }
}
