import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { inject } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'
import { testSecretsKey } from './test-secrets.ts'

const source = fileURLToPath(new URL('../..', import.meta.url))

/** The service as it is run: built from the current sources, in its own folder. */
export interface BuiltService {
  /** `talks`: whether the process and the test send each other messages. */
  start(environment: Record<string, string>, talks?: boolean): RunningProcess
  /** The command `vadium-api`, of the service itself. */
  command(words: readonly string[], environment: Record<string, string>): RunningProcess
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
  'render-thread': 'src/features/documents/pdf/render-thread.ts',
}

/**
 * Programs of tests, which use parts of the service, and the command that the commit before lacks.
 */
const testPrograms = {
  relay: 'src/commands/relay.ts',
  'answer-times': 'test/harness/answer-times.ts',
  'mortal-approvals': 'test/harness/mortal-approvals.ts',
  'mortal-host-command': 'test/harness/mortal-host-command.ts',
  'mortal-loader': 'test/harness/mortal-loader.ts',
  'mortal-mail': 'test/harness/mortal-mail.ts',
  'mortal-renderer': 'test/harness/mortal-renderer.ts',
  'mortal-service': 'test/harness/mortal-service.ts',
  'mortal-webhooks': 'test/harness/mortal-webhooks.ts',
  'mortal-worker': 'test/harness/mortal-worker.ts',
  'mortal-writer': 'test/harness/mortal-writer.ts',
}

export const buildService = (): Promise<BuiltService> => built('process')

export const buildProgram = (program: keyof typeof testPrograms): Promise<BuiltService> =>
  built(program)

/** The service of another commit, whose `apps/api` is `of`, built into a folder. */
export async function buildServiceOf(of: string, folder: string): Promise<BuiltService> {
  await buildIn(folder, of, commandPrograms)
  return builtIn(folder, 'process')
}

/** The first test that needs one of the programs builds all of them for all tests of the run. */
async function built(program: string): Promise<BuiltService> {
  const folder = inject('builtService')
  const last = join(folder, 'package.json')
  await oneAtATime(folder, async () => {
    if (!existsSync(last)) await buildIn(folder, source, { ...commandPrograms, ...testPrograms })
  })
  return builtIn(folder, program)
}

const builtIn = (folder: string, program: string): BuiltService => ({
  start: (environment, talks = false) =>
    run([join(folder, `dist/${program}.js`)], environment, talks),
  command: (words, environment) => run([join(folder, 'bin/vadium-api.js'), ...words], environment),
})

/**
 * Tests start the service and their programs dozens of times, and to load one file takes half as
 * long as to load those of all packages. These packages cannot be bundled.
 */
const bundled =
  /^(?!(?:pg|pino|ioredis|sodium-native|require-addon|jsonc-parser|pdfkit|fontkit)(?:\/|$)|@opentelemetry\/)/

async function buildIn(
  folder: string,
  from: string,
  entry: Readonly<Record<string, string>>,
): Promise<void> {
  await build({
    config: false,
    cwd: from,
    entry: { ...entry },
    outDir: join(folder, 'dist'),
    fixedExtension: false,
    dts: false,
    logLevel: 'silent',
    deps: { alwaysBundle: bundled, onlyBundle: false },
    inputOptions: { resolve: { conditionNames: ['@vadium/source', 'node', 'import'] } },
  })
  await cp(join(from, 'migrations'), join(folder, 'migrations'), { recursive: true })
  await cp(join(from, 'bin'), join(folder, 'bin'), { recursive: true })
  await symlink(join(from, 'node_modules'), join(folder, 'node_modules'))
  // Last: it shows that the build is complete.
  await cp(join(from, 'package.json'), join(folder, 'package.json'))
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
      // The console is built by another package; the test of the built start serves it.
      CONSOLE: 'false',
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
