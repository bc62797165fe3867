import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { demoPositionId, demoScenario, showcase } from '../src/index.ts'
import { orderName } from '../src/demo/deal-terms.ts'
import { newPublicKeys } from './demo-keys.ts'

const { first_order_number: first = 0, history } = demoScenario({ publicKeys: newPublicKeys() })

it('numbers its orders as the service does, which counts them as they are created', () => {
  const created = history.flatMap((step) =>
    'operation' in step && step.operation === 'createOrder' ? [step.as] : [],
  )
  expect(created).toEqual(created.map((_, index) => orderName(first + index)))
})

it('has a position for each of its orders', () => {
  const ids = showcase.map(({ orderNumber }) => demoPositionId(orderNumber))
  expect(new Set(ids).size).toBe(new Set(showcase.map(({ orderNumber }) => orderNumber)).size)
  expect(() => demoPositionId(1)).toThrow('order-1 was not accepted')
})

it('is quoted in the README with its order', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain('npx vadium m2m preview 1001 --profile')
  expect(readme).toContain(`Mark-to-market of position ${demoPositionId(1001)}\n`)
})
