import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

const source = fileURLToPath(new URL('../..', import.meta.url))

/** The service as it is run: built from the sources as they are, in a folder of its own. */
export interface BuiltService {
  start(environment: Record<string, string>): RunningProcess
  remove(): Promise<void>
}

export interface RunningProcess {
  readonly child: ChildProcess
  /** All it has written so far. */
  readonly output: () => string
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

export async function buildService(): Promise<BuiltService> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-service-'))
  await build({
    config: false,
    cwd: source,
    entry: ['src/server.ts'],
    outDir: join(folder, 'dist'),
    fixedExtension: false,
    dts: false,
    logLevel: 'silent',
    deps: { alwaysBundle: /^@vadium\// },
    inputOptions: { resolve: { conditionNames: ['@vadium/source', 'node', 'import'] } },
  })
  await cp(join(source, 'migrations'), join(folder, 'migrations'), { recursive: true })
  await cp(join(source, 'package.json'), join(folder, 'package.json'))
  await symlink(join(source, 'node_modules'), join(folder, 'node_modules'))
  return {
    start: (environment) => run(join(folder, 'dist/server.js'), environment),
    remove: () => rm(folder, { recursive: true }),
  }
}

function run(file: string, environment: Record<string, string>): RunningProcess {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], ALLOW_UNDURABLE_DATABASE: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  }
  return {
    child,
    output: () => chunks.join(''),
    ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string),
  }
}
