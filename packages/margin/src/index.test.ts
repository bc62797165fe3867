import { expect, it } from 'vitest'
import * as margin from './index.ts'

it('exports what is documented, and nothing else', () => {
  expect(Object.keys(margin).toSorted()).toEqual([
    'Decimal',
    'FORMULA_VERSION',
    'FRACTION_DIGITS_MAX',
    'INTEGER_DIGITS_MAX',
    'MarginInputError',
    'NO_EXPOSURE',
    'accrue',
    'addExposure',
    'agreedCollateral',
    'calculatePreview',
    'compilePosition',
    'compilePrices',
    'creditSupport',
    'exposureValue',
    'flagTriggerPrices',
    'formatDecimal',
    'liquidationReached',
    'marginCall',
    'marginCallReached',
    'netExposure',
    'parseDecimal',
    'releaseTriggerPrices',
    'resolveDispute',
    'revalue',
    'roundDown',
    'roundHalfEven',
    'roundUp',
    'stillStands',
    'topUpTriggerPrices',
    'transferNotional',
    'valuePosition',
    'verifyPreview',
  ])
})
