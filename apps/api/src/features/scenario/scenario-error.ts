import { StartError } from '../../platform/start-error.ts'

/**
 * A fault in a scenario. `path` names its place, such as `transfers[3].quantity`. Nothing was
 * loaded.
 */
export class ScenarioError extends StartError {
  readonly path: string

  constructor(path: string, issue: string) {
    super(`The scenario cannot be loaded: ${path === '' ? 'the file' : path} ${issue}`)
    this.path = path
  }
}
