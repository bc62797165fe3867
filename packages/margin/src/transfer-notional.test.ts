import { describe, expect, it } from 'vitest'
import { formatDecimal } from './decimal.ts'
import { transferNotional } from './transfer-notional.ts'

describe('transferNotional', () => {
  it.each([
    ['3.2441474', '97250.5', '315494.96'],
    ['0', '97250.5', '0.00'],
    ['1', '0.005', '0.00'],
    ['1', '0.015', '0.02'],
    ['1', '0.025', '0.02'],
    [
      '123456789012345678.12345678901234567891',
      '98765432109876543.98765432109876543211',
      '12193263113702179541685717670355127.96',
    ],
  ])('%s at %s USD is worth %s', (quantity, price, worth) => {
    expect(formatDecimal(transferNotional(quantity, price), 2)).toBe(worth)
  })

  it.each([
    ['-1', '1', 'quantity must not be below zero'],
    ['1', '0', 'priceUsd must be above zero'],
  ])('refuses %s at %s', (quantity, price, message) => {
    expect(() => transferNotional(quantity, price)).toThrow(message)
  })
})
