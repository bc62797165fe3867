import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const rootFolder = fileURLToPath(new URL('../../..', import.meta.url))
const urlOf = (name: string) => JSON.stringify(new URL(`../${name}`, import.meta.url).href)

/** Runs a program that imports the modules of the start, and returns what it prints. */
function printed(program: string): string {
  const imports =
    `import { announced, installOptions, stageOf } from ${urlOf('prepare.mjs')}\n` +
    `import { neededFolders } from ${urlOf('built-tree.mjs')}\n` +
    `const root = ${JSON.stringify(rootFolder)}\n`
  const given = ['--input-type=module', '-e', imports + program]
  const { stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' })
  return stdout + stderr
}

/** Announces a command. It is ended once a line has said that it goes on, if that is wanted. */
function announcing(commandLine: string, isStopped = false): string {
  return printed(`
    const stop = new AbortController()
    const tell = (text) => {
      process.stdout.write(text)
      if (text.includes('s) ...')) stop.abort()
    }
    const parts = { first: 'Installing', tell, stop: stop.signal, everyMs: ${isStopped ? 50 : 3_600_000} }
    console.log(await announced(root, ${JSON.stringify(commandLine)}, parts))
  `)
}

const node = (program: string) => `"${process.execPath}" -e "${program}"`

it('installs neither the benchmarks nor the tools of the checks', () => {
  const told = printed('console.log(installOptions(root).join(), neededFolders(root).join())')
  expect(told).toContain(
    '--filter=.,--filter=@vadium/start...,--filter=@vadium/demo...,--filter=@vadium/cli...',
  )
  expect(told).toContain('apps/api')
  expect(told).not.toMatch(/bench|mutation|verify|docs/)
})

it('says what is happening while a command is silent, and ends it on request', () => {
  const told = announcing(node('setInterval(() => 0, 1000)'), true)
  expect(told).toMatch(/^Installing \.\.\.\nInstalling \(\d+ s\) \.\.\.\nstopped\n$/)
})

it('shows the output of a command that failed, and of no other', () => {
  const failed = node("console.error('no disk'); process.exit(3)")
  expect(announcing(failed)).toMatch(/^Installing \.\.\.\nno disk\nInstalling: failed.*\nfailed\n$/)
  expect(announcing(node("console.log('noise')"))).toBe('Installing ...\ndone\n')
})

it('says how far pnpm and turbo are', () => {
  const lines = [
    'Progress: resolved 578, reused 500, downloaded 70, added 93',
    '@vadium/margin:build: cache miss, executing 0123',
    'Done in 6.2s',
  ]
  expect(printed(`console.log(${JSON.stringify(lines)}.map(stageOf))`)).toBe(`[
  'Installing: 570 of 578 packages fetched, 93 in place',
  'Building @vadium/margin',
  undefined
]
`)
})

it('builds without telemetry', () => {
  const told = printed(`
    const { quietTools } = await import(${urlOf('quiet-tools.mjs')})
    console.log(JSON.stringify(quietTools))
  `)
  expect(JSON.parse(told)).toMatchObject({ TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' })
})
