import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { targets } from './targets.mjs'

const usage = `pnpm mutation <target> [--file <path>] [--concurrency <n>] [--fresh]

  <target>       ${Object.keys(targets).join(', ')}
  --file         mutate this file alone, as a path inside the package; may be given more than once
  --concurrency  how many mutants are tried at once; 1 by default
  --fresh        try every mutant again, also those whose code and tests have not changed since`

/** Tries every mutant of a target and leaves the report in coverage/mutation. */
async function mutate(name, { project, mutate, only, without = [] }, { file, concurrency, fresh }) {
  const inProject = (pattern) =>
    pattern.startsWith('!') ? `!${project}/${pattern.slice(1)}` : `${project}/${pattern}`
  // The runner starts in a copy of the repository, with this environment.
  process.env.VADIUM_MUTATED_PROJECT = JSON.stringify({ project, only, without })
  const report = `coverage/mutation/${name}`
  await new Stryker({
    mutate: (file.length > 0 ? file : mutate).map(inProject),
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutation/mutated-project.config.mjs' },
    coverageAnalysis: 'perTest',
    concurrency: Number(concurrency),
    // The sources themselves are never touched: a killed run leaves nothing behind but this folder.
    tempDirName: 'data/mutation',
    ignorePatterns: ['data', 'coverage', '.turbo', '/bench'],
    incremental: true,
    incrementalFile: `${report}.incremental.json`,
    force: fresh,
    reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
    thresholds: { high: 95, low: 95, break: file.length > 0 ? null : 95 },
    allowConsoleColors: false,
    timeoutMS: 60_000,
  }).runMutationTest()
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  allowPositionals: true,
  options: {
    file: { type: 'string', multiple: true, default: [] },
    concurrency: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
  },
})
const [name = ''] = positionals
const target = Object.hasOwn(targets, name) ? targets[name] : undefined
if (target === undefined || positionals.length !== 1 || !/^[1-9]\d?$/.test(values.concurrency)) {
  console.error(usage)
  process.exitCode = 2
} else {
  await mutate(name, target, values)
}
