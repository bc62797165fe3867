import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { previewInputs } from '../test/preview-sample.ts'
import { yearBasis, type DayCount } from './accrual.ts'
import { calculatePreview } from './calculate-preview.ts'
import { readDay } from './calendar-day.ts'
import { Decimal } from './decimal.ts'
import { subtract } from './exact-arithmetic.ts'
import { interestNumerator } from './interest-periods.ts'
import type { DecimalInputName } from './preview-inputs.ts'
import { roundQuotient } from './rounding.ts'

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../docs/examples/${name}`, import.meta.url))

interface WorkedInterest {
  day_count: DayCount
  unit: string
  paid: string
  periods: { from: string; to: string; quantity: string; rate_percent: string }[]
}

interface WorkedCase {
  name: string
  call?: Partial<Record<DecimalInputName, string>>
  interest?: WorkedInterest
  figures: Record<string, string | string[]>
}

const cases = JSON.parse(readFileSync(pathOf('worked-figures.json'), 'utf8')) as WorkedCase[]

const callFigures = (call: Partial<Record<DecimalInputName, string>>) => {
  const { figures, calculation } = calculatePreview(
    previewInputs({
      minimum_notional_top_up_usd: '0',
      minimum_notional_release_usd: '0',
      ...call,
    }),
  )
  const trigger = calculation.trigger_prices.find(({ name }) => name === 'top_up')
  return {
    ...figures,
    reasons: calculation.reasons.map(({ code }) => code),
    trigger_collateral_price: trigger?.collateral_price,
  }
}

const interestFigures = ({ day_count, unit, paid, periods }: WorkedInterest) => {
  const rated = periods.map(({ from, to, quantity, rate_percent }) => ({
    notional: new Decimal(quantity),
    ratePercent: new Decimal(rate_percent),
    days: readDay(to, 'to') - readDay(from, 'from'),
  }))
  const payable = roundQuotient(
    interestNumerator(rated),
    yearBasis(day_count),
    new Decimal(unit),
    'up',
  )
  return { due: subtract(payable, new Decimal(paid)).toFixed() }
}

it.each(cases)('$name has the figures of its source', ({ call, interest, figures }) => {
  const computed: object = interest ? interestFigures(interest) : callFigures(call ?? {})
  const plain = (value: unknown) =>
    typeof value === 'string' && /^[0-9.]+$/.test(value) ? new Decimal(value).toFixed() : value
  for (const [name, figure] of Object.entries(figures)) {
    const [, value] = Object.entries(computed).find(([other]) => other === name) ?? []
    expect([name, plain(value)]).toEqual([name, plain(figure)])
  }
})

const recompute = (path: string) =>
  spawnSync('python3', [pathOf('worked-figures.py'), path], { encoding: 'utf8' })

it.skipIf(recompute('').error)('The program of the documents recomputes the worked figures', () => {
  expect(recompute(pathOf('worked-figures.json'))).toMatchObject({
    stdout: 'recomputed: equal\n',
    status: 0,
  })
})
