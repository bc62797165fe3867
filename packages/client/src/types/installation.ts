// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** Which installation a service is. */
export interface InstallationIdentity {
  /** What a proof of possession names. A UUID. */
  installation_id: string
}
