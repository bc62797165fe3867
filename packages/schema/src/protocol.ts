// What both sides of the wire need besides schemas: headers and signatures. It imports no TypeBox,
// so the SDK takes it into its own files.
export { headerNames } from './headers.ts'
export { invitationSecretPattern, invitationText } from './invitation-text.ts'
export { nearestName } from './nearest-name.ts'
export {
  carriesBody,
  type Enrolment,
  type HttpMethod,
  possessionInput,
  signingInput,
  timestampPattern,
} from './signing.ts'
