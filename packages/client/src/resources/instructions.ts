// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type { Instruction, InstructionList, ListInstructionsQuery } from '../types/instructions.ts'

/** What the service has asked custodians to do; for the operator. */
export class Instructions {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List instructions to custodians. Lists the instructions without a final answer of the
   * custodian. A stalled instruction needs a person to look at it.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `operator`.
   *
   * @param filter
   *   - `stalled` (optional): Only instructions that are stalled, or only those that are not.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const instruction of client.instructions.list()) console.log(instruction.transfer_id)
   * ```
   */
  list(
    filter: ListInstructionsQuery = {},
    options: RequestOptions = {},
  ): PageList<InstructionList, Instruction> {
    return this.#requests.list(listInstructions, { query: filter }, options)
  }

  /**
   * Resume a stalled instruction. Sends a stalled instruction to its custodian again and counts
   * attempts from zero.
   *
   * Roles: `operator`.
   *
   * @param transferId The id of the transfer of the instruction. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `INSTRUCTION_NOT_FOUND`: The instruction was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const instruction = await client.instructions.resume('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  resume(transferId: string, options: RequestOptions = {}): Call<Instruction> {
    return this.#requests.request(
      resumeInstruction,
      { params: { transfer_id: transferId } },
      options,
    )
  }
}

export const listInstructions: OperationOf<{
  query: ListInstructionsQuery
  answer: InstructionList
}> = new Read('listInstructions', '/instructions', 'instructions[]')

export const resumeInstruction: OperationOf<{
  params: { transfer_id: string }
  answer: Instruction
}> = new Write(
  'resumeInstruction',
  '/instructions/{transfer_id}:',
  'transfer_id custodian external_transfer_id attempts stalled next_attempt_time' +
    ' last_error create_time',
)
