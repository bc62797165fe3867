// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A page of instructions. */
export interface InstructionList {
  /** The items of this page. */
  instructions: Instruction[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** An instruction to a custodian to carry out a transfer. */
export interface Instruction {
  /** The transfer of the instruction. A UUID. */
  transfer_id: string
  /** The id of the custodian. */
  custodian: string
  /** The id of the transfer at the custodian. */
  external_transfer_id: string
  /** The number of consecutive attempts without an answer. */
  attempts: number
  /** Whether the attempts have reached the limit, so that a person must look. */
  stalled: boolean
  /** When the next attempt is made. Null if none is planned. RFC 3339 in UTC, with milliseconds. */
  next_attempt_time: string | null
  /** The problem of the last attempt. Null if it had none. */
  last_error: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What `client.instructions.list` can be asked for. */
export interface ListInstructionsQuery {
  /** Only instructions that are stalled, or only those that are not. */
  stalled?: boolean | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
