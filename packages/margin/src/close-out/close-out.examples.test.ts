import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { workedExamples, workedFigures } from '../../test/close-out-sample.ts'
import { changedAt, leavesOf } from '../../test/reply.ts'
import { Decimal } from '../decimal.ts'
import { closeOut } from './close-out.ts'

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../../docs/examples/${name}`, import.meta.url))

const examples = Object.entries(workedExamples).map(([name, inputs]) => ({
  name,
  worked: workedFigures[name],
  statement: closeOut(inputs),
}))

it.each(examples)('has the figures of the pages: $name', ({ worked, statement }) => {
  for (const [name, figure] of Object.entries(worked?.steps ?? {})) {
    const step = statement.calculation.steps.find((other) => other.name === name)
    expect(new Decimal(step?.value ?? 'NaN').equals(figure), `${name} ${step?.value}`).toBe(true)
  }
})

it('writes the worked examples as the documents have them', async () => {
  const text = `${JSON.stringify(examples, null, 2)}\n`
  await expect(text).toMatchFileSnapshot(pathOf('close-outs.json'))
})

/** Runs the program of the documents, which shares no code with this package. */
const recompute = (input: unknown) =>
  spawnSync('python3', [pathOf('verify-close-out.py')], {
    input: JSON.stringify(input),
    encoding: 'utf8',
  })

describe.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'the program of the documents in Python',
  () => {
    it('recomputes the worked examples', () => {
      expect(recompute(examples)).toMatchObject({ stdout: 'recomputed: equal\n', status: 0 })
    })

    it('finds each changed figure', () => {
      const [{ statement } = { statement: null }] = examples
      const paths = leavesOf(statement).filter(
        ([first, list]) => first !== 'calculation' || list === 'steps',
      )
      const figures = paths.filter((path) => isFigure(path.at(-1)))
      const changed = figures.map((path) => changedAt(statement, path, () => '987654321.5'))
      const { stdout } = recompute(changed)
      const places = stdout.split('\n').filter((line) => line.includes(': '))
      expect(places.length).toBeGreaterThan(figures.length)
      expect(figures.length).toBeGreaterThan(20)
    })
  },
)

/** Formulas and exact values are for reading; the program computes values. */
function isFigure(name: string | number | undefined): boolean {
  const text = String(name)
  return text === 'value' || /quantity|usd|owed|interest$|discount/.test(text)
}
