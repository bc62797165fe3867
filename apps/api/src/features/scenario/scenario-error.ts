import { StartError } from '../../platform/start-error.ts'

/** What is wrong with a scenario, and where: `path` is `transfers[3].quantity`. Nothing was loaded. */
export class ScenarioError extends StartError {
  readonly path: string

  constructor(path: string, issue: string) {
    super(`The scenario cannot be loaded: ${path === '' ? 'the file' : path} ${issue}`)
    this.path = path
  }
}
