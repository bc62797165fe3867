import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { clearInterval, setInterval } from 'node:timers'
import { started } from './built.mjs'
import { quietTools } from './quiet-tools.mjs'

const linesOfFailure = 40

/**
 * Installs and builds what `npm start` runs, and says what it does. `print` shows a text.
 *
 * @returns 'done', 'stopped' on request, or 'failed', with the reason printed.
 */
export async function prepare(root, print, stop) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const pnpm = `npx -y ${packageManager}`
  const build = 'run build:start --output-logs=full'
  const step = (line, first) => announced(line, { root, first, print, stop })
  // Where everything is installed, pnpm installs what is missing before it runs the script.
  const state = join(root, 'node_modules/.pnpm-workspace-state-v1.json')
  if (isWholeInstalled(state)) return step(`${pnpm} ${build}`, 'Building')
  const filters = started.map((name) => `--filter=${name}...`).join(' ')
  // Only what serves agents needs this package, which the command line finds where it is installed.
  const install = `install --reporter=append-only --filter=. ${filters} --filter=!@vadium/mcp`
  const installed = await step(`${pnpm} ${install}`, 'Installing what npm start needs')
  // Without this file, pnpm installs the rest before it runs another script, such as the tests.
  rmSync(state, { force: true })
  if (installed !== 'done') return installed
  return step(`${pnpm} --config.verify-deps-before-run=false ${build}`, 'Building')
}

function isWholeInstalled(state) {
  try {
    return JSON.parse(readFileSync(state, 'utf8')).filteredInstall !== true
  } catch {
    return false
  }
}

/**
 * Runs a command line, whose output is shown only if it fails. A line every two seconds says how far
 * it is.
 */
export async function announced(line, { root, first, print, stop, everyMs = 2_000 }) {
  if (stop.aborted) return 'stopped'
  const begun = Date.now()
  const lines = []
  let stage = first
  print(`${first} ...\n`)
  const progress = () => print(`${stage} (${Math.round((Date.now() - begun) / 1000)} s) ...\n`)
  const timer = setInterval(progress, everyMs)
  const child = spawn(line, {
    cwd: root,
    env: { ...process.env, ...quietTools },
    shell: true,
    // Ctrl-C in the terminal reaches only this process, which then ends all of them.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (text) => {
      stage = stageOf(text) ?? stage
      lines.push(text)
      if (lines.length > linesOfFailure) lines.shift()
    })
  }
  const end = () => child.pid && process.kill(-child.pid)
  stop.addEventListener('abort', end)
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
  stop.removeEventListener('abort', end)
  clearInterval(timer)
  if (code === 0) return 'done'
  print(stop.aborted ? '\nStopped.\n' : `${failureOf(lines, stage)}\n`)
  return stop.aborted ? 'stopped' : 'failed'
}

/** One sentence where it is known what to do, or the end of the output. */
export function failureOf(lines, stage) {
  const text = lines.join('\n')
  if (/ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i.test(text)) {
    return `${stage}: failed, because a disk is full: that of this folder, of the home or of /tmp.`
  }
  const why = /ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|ENOTCACHED|ETIMEDOUT/.exec(text)
  const offline = why && `, because the npm registry does not answer (${why[0]}). It is needed once`
  return `${text}\n${stage}: failed${offline ?? ''}. The lines above say why.`
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
