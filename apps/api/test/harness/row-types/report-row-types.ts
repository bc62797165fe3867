import type { TestProject } from 'vitest/node'
import { withDatabase } from '../test-server.ts'
import { checkRowTypes } from './check-row-types.ts'
import { isEmpty } from './notes.ts'

/**
 * How many calls a whole run may leave out. The number may only fall. It is the figures of the book
 * from a replica, which `npm test` does not start for them.
 */
const uncheckedMax = 1

/**
 * Says which row types are not what PostgreSQL returns to the statements that the tests have sent.
 * The run fails then; a whole run also if it leaves out more calls than it may.
 */
export async function reportRowTypes(project: TestProject): Promise<void> {
  const { sentTexts, databaseUrl, templateDatabase } = project.getProvidedContext()
  if (await isEmpty(sentTexts)) return
  // A teardown that throws, or takes too long, is no failure to vitest.
  const { exitCode } = process
  process.exitCode = 1
  const { checked, faults, unchecked } = await checkRowTypes({
    sources: new URL('../../../src/', import.meta.url),
    config: new URL('tsconfig.json', import.meta.url),
    sentTexts,
    database: withDatabase(databaseUrl, templateDatabase),
  })
  const leftOut = (await isWhole(project)) ? unchecked : []
  print([`Row types: ${checked} calls checked, ${unchecked.length} not made.`, ...leftOut])
  if (leftOut.length > uncheckedMax) print([`At most ${uncheckedMax} may be made by no test.`])
  if (faults.length > 0) print(['Row types that are not what PostgreSQL returns:', ...faults])
  if (faults.length === 0 && leftOut.length <= uncheckedMax) process.exitCode = exitCode
}

const print = (lines: readonly string[]) => process.stderr.write(`${lines.join('\n  ')}\n`)

/** Whether every test of the project was tried, and none has failed. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { state, config } = project.vitest
  const files = state.getFiles().filter(({ projectName }) => projectName === project.name)
  const { testFiles } = await project.globTestFiles()
  const isAll = files.length === testFiles.length && config.testNamePattern === undefined
  return isAll && state.getCountOfFailedTests() === 0
}
