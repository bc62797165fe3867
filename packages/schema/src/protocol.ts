// What both sides of the wire need besides schemas: headers and signatures. It imports no TypeBox,
// so the SDK takes it into its own files.
export { headerNames } from './headers.ts'
export {
  carriesBody,
  type Enrolment,
  type HttpMethod,
  invitationSecretPattern,
  invitationText,
  possessionInput,
  signingInput,
  timestampPattern,
} from './signing.ts'
