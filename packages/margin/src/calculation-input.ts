/** One input: its value, its source and when it was observed. */
export interface NamedInput<Name extends string> {
  name: Name
  /**
   * A decimal in plain notation without padding. For `lender` and `borrower`, the id of an
   * organization. For `role_may_create`, `true` or `false`. For `receiver_in_default`, `true`.
   */
  value: string
  /** `USD`, `percent`, `fraction`, `organization`, `boolean`, or the symbol of the asset. */
  unit: string
  source: string
  observed_at: string | null
}
