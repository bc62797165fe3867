import { describe, expect, it } from 'vitest'
import { type Place, ReaderPlaces } from '../../src/platform/reader-places.ts'

/** Two places, and a clock that the test turns. */
function twoPlaces() {
  let nowMs = 0
  const places = new ReaderPlaces({
    process: 2,
    organization: 2,
    bytesPerSecondMin: 1000,
    now: () => nowMs,
  })
  const cut: string[] = []
  /** A reader that has had a part of this many bytes for 4 s. */
  const read = (name: string, bytes: number): Place => {
    const place = places.take('one', () => {
      cut.push(name)
      if (typeof place !== 'string') place.release()
    })
    if (typeof place === 'string') throw new Error(`no place: ${place}`)
    place.pace.given(bytes)
    return place
  }
  return { places, cut, read, pass: (ms: number) => (nowMs += ms) }
}
const ignore = () => undefined

describe('a reader for whom no place of the process is left', () => {
  it('gets that of the slowest reader below the least rate', () => {
    const { places, cut, read, pass } = twoPlaces()
    read('slow', 3900)
    read('slowest', 100)
    pass(4000)
    expect(places.take('another', ignore)).not.toBe('process')
    expect(cut).toEqual(['slowest'])
    expect(places.taken).toBe(2)
  })

  it('gets none when the others read fast enough', () => {
    const { places, cut, read, pass } = twoPlaces()
    read('fast', 4000)
    read('faster', 8000)
    pass(4000)
    expect(places.take('another', ignore)).toBe('process')
    expect(cut).toEqual([])
  })

  it('gets none of a reader that has given its place back', () => {
    const { places, cut, read, pass } = twoPlaces()
    read('slow', 100).release()
    read('fast', 4000)
    read('faster', 4000)
    pass(4000)
    expect(places.take('another', ignore)).toBe('process')
    expect(cut).toEqual([])
  })
})

describe('the place of a reader', () => {
  it('has the rests of its organization', () => {
    const after = (organizationId: string) => (organizationId === 'one' ? 7 : 0)
    const places = new ReaderPlaces({
      ...{ process: 2, organization: 1, bytesPerSecondMin: 1000 },
      rests: { after },
    })
    const rests = ['one', 'another'].map((organizationId) => {
      const place = places.take(organizationId, ignore)
      if (typeof place === 'string') throw new Error(`no place: ${place}`)
      place.pace.given(1)
      return place.pace.asked()
    })
    expect(rests).toEqual([7, 0])
  })

  it('has no rests while another organization wants a place of the process', () => {
    let nowMs = 0
    const places = new ReaderPlaces({
      ...{ process: 1, organization: 2, bytesPerSecondMin: 1000, now: () => nowMs },
      rests: { after: () => 7 },
    })
    const place = places.take('one', ignore)
    if (typeof place === 'string') throw new Error(`no place: ${place}`)
    const rest = () => {
      place.pace.given(1)
      return place.pace.asked()
    }
    places.take('one', ignore)
    expect(rest()).toBe(7)
    places.take('another', ignore)
    expect(rest()).toBe(0)
    nowMs = 5000
    expect(rest()).toBe(7)
  })
})

describe('the share of an organization', () => {
  it('is not made larger by cutting a reader off', () => {
    const { places, cut, read, pass } = twoPlaces()
    read('slow', 100)
    read('slowest', 10)
    pass(4000)
    expect(places.take('one', ignore)).toBe('organization')
    expect(cut).toEqual([])
  })
})
