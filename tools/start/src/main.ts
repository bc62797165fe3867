import { fileURLToPath } from 'node:url'
import { reportFailure } from './report-failure.ts'
import { readSettings } from './settings.ts'
import { start } from './start.ts'

await reportFailure(() =>
  start({
    settings: readSettings(process.env, fileURLToPath(new URL('../../..', import.meta.url))),
    environment: process.env,
    program: [fileURLToPath(import.meta.resolve('@vadium/api'))],
  }),
)
