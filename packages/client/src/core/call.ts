import type { TransportReply } from './transport.ts'

/** The answer of a call, with what its status line and its headers say. */
export interface AnswerWithResponse<T> {
  readonly answer: T
  readonly status: number
  /** The id of the request in the logs of the service. */
  readonly requestId: string | undefined
  readonly headers: TransportReply['headers']
}

/** A call that has begun: a promise of its answer. */
export interface Call<T> extends Promise<T> {
  /** The answer with its status, its headers and the id of the request. Sends nothing again. */
  withResponse(): Promise<AnswerWithResponse<T>>
}

/** The items of an export, in their order. Iterate over it once. */
export interface Export<T> extends AsyncGenerator<T, void, undefined> {
  /**
   * The export itself with the status, the headers and the id of its request, which is sent once.
   * Iterate over it afterwards, or call `return()` to end it.
   */
  withResponse(): Promise<AnswerWithResponse<Export<T>>>
}

export function asCall<T>(made: Promise<AnswerWithResponse<T>>): Call<T> {
  const answer = made.then((answered) => answered.answer)
  return Object.assign(answer, {
    withResponse: () => {
      // Who asks for the response handles its error there.
      answer.catch(() => undefined)
      return made
    },
  })
}
