import { listInstructions, resumeInstruction } from '@vadium/schema'
import type { Instruction } from '../answers.ts'
import type { Answer, QueryInput, RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type InstructionList = Answer<typeof listInstructions>

/** What the service has asked custodians to do; for the operator. */
export class Instructions {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * What custodians have still to answer; the stalled ones await a person.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listInstructions> = {},
    options: RequestOptions = {},
  ): PageList<InstructionList, Instruction> {
    return this.#requests.list(listInstructions, { query: filter }, options)
  }

  /**
   * Resumes a stalled instruction: the custodian is asked again, from the first attempt on.
   *
   * @throws VadiumServiceError `INSTRUCTION_NOT_FOUND`, `INVALID_STATE`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  resume(transferId: string, options: RequestOptions = {}): Promise<Instruction> {
    return this.#requests.request(
      resumeInstruction,
      { params: { transfer_id: transferId } },
      options,
    )
  }
}
