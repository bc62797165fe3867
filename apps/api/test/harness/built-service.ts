import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { testSecretsKey } from './test-secrets.ts'

const source = fileURLToPath(new URL('../..', import.meta.url))

/** The service as it is run: built from the current sources, in its own folder. */
export interface BuiltService {
  /** `talks`: whether the process and the test send each other messages. */
  start(environment: Record<string, string>, talks?: boolean): RunningProcess
  /** The command `vadium-api`, if it was built with its programs. */
  command(words: readonly string[], environment: Record<string, string>): RunningProcess
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
export const commandPrograms = {
  server: 'src/server.ts',
  bootstrap: 'src/commands/bootstrap.ts',
  check: 'src/commands/check.ts',
  migrate: 'src/commands/migrate.ts',
  reseal: 'src/commands/reseal.ts',
}

/** `entry` is the program: the service, unless a test has its own. */
export async function buildService(
  entry = 'src/server.ts',
  more: Readonly<Record<string, string>> = {},
): Promise<BuiltService> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-service-'))
  await build({
    config: false,
    cwd: source,
    entry: { process: entry, ...more },
    outDir: join(folder, 'dist'),
    fixedExtension: false,
    dts: false,
    logLevel: 'silent',
    deps: { alwaysBundle: /^@vadium\// },
    inputOptions: { resolve: { conditionNames: ['@vadium/source', 'node', 'import'] } },
  })
  await cp(join(source, 'migrations'), join(folder, 'migrations'), { recursive: true })
  await cp(join(source, 'bin'), join(folder, 'bin'), { recursive: true })
  await cp(join(source, 'package.json'), join(folder, 'package.json'))
  await symlink(join(source, 'node_modules'), join(folder, 'node_modules'))
  return {
    start: (environment, talks = false) =>
      run([join(folder, 'dist/process.js')], environment, talks),
    command: (words, environment) =>
      run([join(folder, 'bin/vadium-api.js'), ...words], environment),
    remove: () => rm(folder, { recursive: true }),
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
