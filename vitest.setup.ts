import fc from 'fast-check'

const { LONG_TESTS: long, VADIUM_MUTATED_PROJECT: mutated } = process.env

// The same inputs in every run, so that a red run is red again; `pnpm test:long` draws new ones.
const drawn = long === '1' ? {} : { seed: 20260302 }
// `npm test` tries 100 inputs of each property.
const more = long === '1' || mutated !== undefined ? { numRuns: 1_500 } : {}
fc.configureGlobal({ ...drawn, ...more })
