import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Type } from '@sinclair/typebox'
import { validatorOf, type Validate } from '../../platform/http/validation.ts'
import { closed } from './reference-data.ts'
import { Scenario } from './scenario.ts'
import { ScenarioError } from './scenario-error.ts'
import { OperationStep, QuoteStep, TransferStep } from './scenario-step.ts'

/** A scenario file, and the digest by which a file that was loaded before is known. */
export interface ScenarioFile {
  readonly scenario: Scenario
  readonly digest: Buffer
}

/** The steps are validated one by one, because a union does not say which member is wrong. */
const checkScenario = validatorOf(
  Type.Object({ ...Scenario.properties, history: Type.Array(Type.Object({})) }, closed),
  '',
)
const checkSteps: Readonly<Record<string, Validate>> = {
  quote: validatorOf(QuoteStep, ''),
  operation: validatorOf(OperationStep, ''),
  transfer: validatorOf(TransferStep, ''),
}

/** @throws ScenarioError with the path of the first fault in the form of the file. */
export async function readScenario(path: string, nowMs: number): Promise<ScenarioFile> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ScenarioError('', `${path} cannot be read: ${String(error)}`)
  })
  const digest = createHash('sha256').update(bytes).digest()
  return { scenario: parse(bytes, nowMs), digest }
}

function parse(bytes: Buffer, nowMs: number): Scenario {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new ScenarioError('', `is not JSON: ${String(error)}`)
  }
  check(checkScenario, '', value)
  const scenario = value as Scenario
  checkHistory(scenario.history, nowMs)
  return scenario
}

function checkHistory(history: Scenario['history'], nowMs: number): void {
  let latest = ''
  for (const [i, step] of history.entries()) {
    const path = `history[${i}]`
    const kinds = Object.keys(checkSteps).filter((kind) => kind in step)
    const validate = checkSteps[kinds[0] ?? '']
    if (validate === undefined || kinds.length > 1) {
      throw new ScenarioError(path, `must have one of ${Object.keys(checkSteps).join(', ')}`)
    }
    check(validate, path, step)
    const { at } = step
    const ms = Date.parse(at)
    if (Number.isNaN(ms) || new Date(ms).toISOString() !== at) {
      throw new ScenarioError(`${path}.at`, 'is not an existing time')
    }
    if (at < latest) throw new ScenarioError(`${path}.at`, 'is before the step above it')
    if (ms > nowMs) throw new ScenarioError(`${path}.at`, 'must not be in the future')
    latest = at
  }
}

function check(validate: Validate, path: string, value: unknown): void {
  const fault = validate(value)
  if (fault === undefined) return
  const member = fault.field.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')
  throw new ScenarioError([path, member].filter(Boolean).join('.'), fault.issue)
}
