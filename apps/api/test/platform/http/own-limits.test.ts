import { expect, it } from 'vitest'
import { PoolOverloadedError } from '../../../src/platform/db/database-failure.ts'
import { exceedsOwnLimits } from '../../../src/platform/http/own-limits.ts'
import { Refusal, refusalOfFull } from '../../../src/platform/refusal.ts'

it('exceeds the limits of an organization only if that one has reached them itself', () => {
  const own = [
    new Refusal('RATE_LIMITED'),
    new Refusal('STREAMS_EXHAUSTED'),
    refusalOfFull('organization', 'too many reports'),
    new PoolOverloadedError('too many wait', { isOwnShare: true }),
  ]
  expect(own.filter((outcome) => !exceedsOwnLimits(outcome))).toEqual([])
  const ofOthers = [
    {},
    new Error('broken'),
    new Refusal('ROLE_NOT_PERMITTED'),
    new Refusal('OVERLOADED'),
    refusalOfFull('process', 'too many reports'),
    new PoolOverloadedError('too many wait'),
  ]
  expect(ofOthers.filter((outcome) => exceedsOwnLimits(outcome))).toEqual([])
})
