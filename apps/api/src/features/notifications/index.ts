// What other features may use.
export { notifyOfAdministration } from './administrative-changes.ts'
export { notifyOfCredential } from './credential-changes.ts'
export { ExpiryWarnings, warnOfExpiry } from './expiry-warnings.ts'
export {
  linkOf,
  oneLine,
  sentenceOf,
  type ReportedNotification,
  withOrderNumbers,
} from './notification-text.ts'
export { type NewNotification, notify, notifyCounted } from './notify.ts'
