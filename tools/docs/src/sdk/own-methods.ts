/** A method of the SDK that is more than one operation. */
export interface OwnMethod {
  /** The import that it needs in the file of its resource. */
  readonly imports: string
  readonly comment: readonly string[]
  readonly code: string
}

/** By the group of their resource. They stand below the methods of the operations. */
export const ownMethods: Readonly<Record<string, OwnMethod>> = {
  approvals: {
    imports:
      "import { approvalOutcome, type ApprovalWaitOptions } from '../core/approval-outcome.ts'",
    comment: [
      'Waits until a request that needs approval has been carried out, and returns its answer: what the call that threw the ApprovalRequiredError would have returned. Nothing is lost if your program ends meanwhile: wait for the same id again.',
      '',
      'It reads the approval again and again, with waits that grow to 5 s, through restarts of the service as well.',
      '',
      'Roles: `viewer`, `execution`, `admin`, `operator`.',
      '',
      '@param approvalId The id of the approval. A UUID.',
      '@param options What ends the wait, and how long it may take, in milliseconds.',
      '@returns the answer of the operation of the request, which you know: its type is not checked.',
      '@throws {@link ApprovalEndedError} if the request was rejected or withdrawn, if it expired, or if it was refused when it was to be carried out: its `approval` has the `failure`.',
      '@throws {@link ApprovalRequiredError} if it still awaits approval after `timeoutMs`.',
      '@throws Whatever `get` may throw, where it will not pass with time.',
      "@example\n```ts\nconst answer = await client.approvals.wait('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')\n```",
    ],
    code: `wait<Answer = unknown>(approvalId: string, options: ApprovalWaitOptions = {}): Promise<Answer> {
      return approvalOutcome((reading) => this.get(approvalId, reading), options, this.#requests)
    }`,
  },
}
