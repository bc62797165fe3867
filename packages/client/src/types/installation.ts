// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** The installation of the service. */
export interface InstallationIdentity {
  /** The id of this installation. A UUID. */
  installation_id: string
}
