import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { clearInterval, setInterval } from 'node:timers'
import { startedPackages } from './built-tree.mjs'
import { quietTools } from './quiet-tools.mjs'

/** Nobody waits longer than this without a line that says what is happening. */
const lineEveryMs = 2_000
const linesOfFailure = 40

/** What pnpm keeps about the last install of this checkout. */
const installState = 'node_modules/.pnpm-workspace-state-v1.json'

/**
 * Installs and builds what `npm start` runs.
 *
 * @returns 'done', 'stopped' on request, or 'failed' after the end of the output was told.
 */
export async function prepare(root, { tell, stop }) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const pnpm = `npx -y ${manifest.packageManager}`
  const build = 'run build:start --output-logs=full'
  // Where everything is installed, pnpm installs what is missing before it runs the script.
  if (isWholeInstalled(root)) {
    return announced(root, `${pnpm} ${build}`, { first: 'Building', tell, stop })
  }
  const installed = await announced(root, `${pnpm} ${installOptions(root).join(' ')}`, {
    first: 'Installing what npm start needs',
    tell,
    stop,
  })
  // Without this file, pnpm installs the rest before it runs another script, such as the tests.
  rmSync(join(root, installState), { force: true })
  if (installed !== 'done') return installed
  return announced(root, `${pnpm} --config.verify-deps-before-run=false ${build}`, {
    first: 'Building',
    tell,
    stop,
  })
}

/** The programs of `npm start` with their dependencies, and the root, which has the build tools. */
export function installOptions(root) {
  const filters = startedPackages(root).map((name) => `--filter=${name}...`)
  return ['install', '--reporter=append-only', '--filter=.', ...filters]
}

function isWholeInstalled(root) {
  try {
    return JSON.parse(readFileSync(join(root, installState), 'utf8')).filteredInstall !== true
  } catch {
    return false
  }
}

/**
 * Runs a command line. Its output is shown only if it fails. Until it ends, a line says now and then
 * how far it is.
 */
export function announced(root, commandLine, { first, tell, stop, everyMs = lineEveryMs }) {
  if (stop.aborted) return Promise.resolve('stopped')
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 1000)
  const lines = []
  let stage = first
  tell(`${first} ...\n`)
  const timer = setInterval(() => tell(`${stage} (${seconds()} s) ...\n`), everyMs)
  const child = spawn(commandLine, {
    cwd: root,
    env: { ...process.env, ...quietTools },
    shell: true,
    // Ctrl-C in the terminal reaches only this process, which then ends all of them.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const take = (line) => {
    stage = stageOf(line) ?? stage
    lines.push(line)
    if (lines.length > linesOfFailure) lines.shift()
  }
  for (const output of [child.stdout, child.stderr]) eachLine(output, take)
  const end = () => {
    clearInterval(timer)
    endGroup(child)
  }
  stop.addEventListener('abort', end, { once: true })
  return new Promise((resolve) => {
    const over = (isDone, fault) => {
      clearInterval(timer)
      stop.removeEventListener('abort', end)
      if (stop.aborted) return resolve('stopped')
      if (isDone) return resolve('done')
      tell(`${wordsOfFailure([...lines, ...fault], stage)}\n`)
      resolve('failed')
    }
    child.once('error', (error) => over(false, [String(error)]))
    child.once('close', (code) => over(code === 0, []))
  })
}

/** The end of the output, or one sentence for a disk that has filled up meanwhile. */
function wordsOfFailure(lines, stage) {
  if (
    lines.some((line) => /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i.test(line))
  ) {
    return `${stage}: failed, because a disk is full: that of this folder, of the home or of /tmp.`
  }
  return `${lines.join('\n')}\n${stage}: failed. The lines above say why.`
}

/** What a line of the output of pnpm or turbo says about the progress. Undefined if nothing. */
export function stageOf(line) {
  const [, wanted, known, fetched, placed] =
    /^Progress: resolved (\d+), reused (\d+), downloaded (\d+), added (\d+)/.exec(line) ?? []
  // Its first line knows of one package.
  if (wanted !== undefined && wanted !== '1') {
    const here = Number(known) + Number(fetched)
    return `Installing: ${here} of ${wanted} packages fetched, ${placed} in place`
  }
  const [, built] = /^(@vadium\/[\w-]+):build: /.exec(line) ?? []
  return built === undefined ? undefined : `Building ${built}`
}

function eachLine(output, take) {
  let rest = ''
  output.setEncoding('utf8').on('data', (text) => {
    const lines = `${rest}${text}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  output.once('end', () => {
    if (rest !== '') take(rest)
  })
}

function endGroup(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGTERM')
    else process.kill(-child.pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}
