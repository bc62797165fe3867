export { readSettings, serviceOrigin, type Settings } from './settings.ts'
export { start, type StartParts } from './start.ts'
export { shownError } from './failures.ts'
export { listenForStop } from './stop-request.ts'
