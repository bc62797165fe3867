export { reportFailure } from './report-failure.ts'
export { readSettings, serviceOrigin } from './settings.ts'
export { start } from './start.ts'
