export type { KeyPair } from '@vadium/client'
export { Book, type BookOptions, bookTime } from './book.ts'
export type { Deal, DealChanges, DealRequest, DealState } from './deal.ts'
export { DealHistory, type DealOffer, type DealParty, type Leg, type Side } from './deal-history.ts'
export { demoBookDay, demoPositionId, demoScenario } from './demo/demo-scenario.ts'
export { defaultProfile, type DemoProfile, demoProfiles, type PublicKeys } from './demo/profiles.ts'
export {
  type ExpectedPreview,
  type ExpectedRefusal,
  showcase,
  type ShowcaseEntry,
} from './demo/showcase/showcase.ts'
export type { Colleague, Holdings, Party, PartyOptions } from './party.ts'
export { sandboxProfile, sandboxProfiles, sandboxScenario } from './sandbox.ts'
export { scenarioText } from './scenario-text.ts'
export { keyPairFrom, uuidFrom } from './seeded.ts'
export type { Terms } from './terms.ts'
