// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A page of instructions. */
export interface InstructionList {
  /** The instructions of this page. */
  instructions: Instruction[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What the service has asked, or will ask, a custodian to do. */
export interface Instruction {
  /** The id of the transfer. A UUID. */
  transfer_id: string
  /** The identifier of the custodian. */
  custodian: string
  /** The identifier under which the provider knows the transfer. */
  external_transfer_id: string
  /** How often the custodian was asked in vain, in a row. */
  attempts: number
  /** Asked as often as allowed: a person must look. */
  stalled: boolean
  /** When the custodian is asked next. Null: not again. RFC 3339 in UTC, with milliseconds. */
  next_attempt_time: string | null
  /** What was wrong the last time. */
  last_error: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What `client.instructions.list` can be asked for. */
export interface ListInstructionsQuery {
  /** Only those that are, or are not. */
  stalled?: boolean | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
