import { deprecationHeaders, operations } from '@vadium/schema'
import { describe, expect, it } from 'vitest'

const instead = 'Use another one.'

describe('an operation that will end', () => {
  it('says since when, and when, in the headers of its answers', () => {
    const deprecation = { since: '2027-01-15', sunset: '2027-07-14', instead }
    expect(deprecationHeaders(deprecation)).toEqual({
      Deprecation: '@1799971200',
      Sunset: 'Wed, 14 Jul 2027 00:00:00 GMT',
    })
  })

  it.each([
    ['2027-01-15', '2027-07-13'],
    ['2027-02-30', '2028-01-01'],
    ['2027-01-15', 'soon'],
  ])('gives the whole notice between days that exist: not from %s to %s', (since, sunset) => {
    expect(() => deprecationHeaders({ since, sunset, instead })).toThrow(RangeError)
  })

  it('is marked with a notice that is long enough', () => {
    for (const { deprecated } of operations) if (deprecated) deprecationHeaders(deprecated)
  })
})
