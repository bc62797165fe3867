import fc from 'fast-check'

// The same inputs in every run, so that a red run is red again; `pnpm test:long` draws new ones.
if (process.env['LONG_TESTS'] !== '1') fc.configureGlobal({ seed: 20260302 })
