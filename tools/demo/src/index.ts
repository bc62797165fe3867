export { demoBookDay, demoPositionId, demoScenario } from './demo-scenario.ts'
export { defaultProfile, type DemoProfile, demoProfiles, type PublicKeys } from './profiles.ts'
export { sandboxProfile, sandboxProfiles, sandboxScenario } from './sandbox-scenario.ts'
export { scenarioText } from './scenario-text.ts'
export {
  type ExpectedPreview,
  type ExpectedRefusal,
  showcase,
  type ShowcaseEntry,
} from './showcase/showcase.ts'
