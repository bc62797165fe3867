/** What is open on the screen of a position. */
export interface PositionViewSearch {
  /** The confirmation of a call or a release. */
  readonly confirm?: true
}

export const readPositionViewSearch = ({
  confirm,
}: Readonly<Record<string, unknown>>): PositionViewSearch => (confirm === true ? { confirm } : {})
