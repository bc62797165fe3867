import { expect, it } from 'vitest'
import { changePercent } from '../../src/figures/change-percent.ts'

it.each([
  ['97250.5', '95158.7301587301587301', '-2.15'],
  ['1', '0.92387975', '-7.61'],
  ['0.00000000214', '0.00000000428', '100.00'],
  ['3', '3.00015', '0.00'],
  ['3', '3.00045', '0.02'],
])('is %s to %s in percent of the first, half to even: %s', (from, to, percent) => {
  expect(changePercent(from, to)).toBe(percent)
})

it.each([
  ['0', '1'],
  ['0.00', '1'],
  ['1', 'none'],
  ['none', '1'],
])('is no figure from %s to %s', (from, to) => {
  expect(changePercent(from, to)).toBeUndefined()
})
