import type { Static, TObject } from '@sinclair/typebox'
import { type RequestOptions, VadiumError } from '@vadium/client'
import { useRef, useState } from 'react'
import {
  type Draft,
  type Faults,
  faultsIn,
  isBodyOf,
  type MemberSchema,
  typedBody,
} from './body.ts'
import { useWrite, wasTaken, type Write, type WriteState } from './write.ts'

interface FormRules<Schema extends TObject, Answer> {
  /** The schema of the body, as the operation has it. */
  readonly schema: Schema
  /** Members that the operation requires only of a body like this one. */
  readonly alsoRequired?: readonly string[]
  /** What the fields begin with. */
  readonly begin?: Draft
  /** Adds what follows from what is typed, or is known without asking. */
  readonly complete?: (draft: Draft) => Draft
  /** Makes, once a press, what is sent of a body, such as a proof that is signed for it. */
  readonly prepare?: (body: Static<Schema>) => Promise<Static<Schema>>
  readonly send: (body: Static<Schema>, options: RequestOptions) => Promise<Answer>
  /** What becomes of the fields once the service has done it. Default: they begin again. */
  readonly afterwards?: 'begin' | 'keep' | 'fix'
}

/** What is typed for a body of an operation, what is wrong with it, and what became of it. */
export interface FormOf<Answer> {
  readonly schema: MemberSchema
  /** What is typed, completed. */
  readonly draft: Draft
  readonly change: (changed: Draft) => void
  /** What is wrong with each member: since somebody tried to send it, or as the service says. */
  readonly faults: Faults
  readonly write: Write<Answer>
  /** Whether the fields cannot be changed: while it is sent, and while it awaits approval. */
  readonly isFixed: boolean
  /** Whether a press on the button would send something. */
  readonly mayBeSent: boolean
  /** Whether the body is without fault. From now on, faults are shown. */
  readonly attempt: () => boolean
  /** Sends the body, once a press, unless it has a fault. */
  readonly submit: () => void
  /** Begins again, after what was sent. */
  readonly again: () => void
}

/** A form that is bound to the schema of an operation's body. */
export function useForm<Schema extends TObject, Answer>({
  schema,
  alsoRequired = [],
  begin = {},
  complete = (draft) => draft,
  prepare,
  send,
  afterwards = 'begin',
}: FormRules<Schema, Answer>): FormOf<Answer> {
  const write = useWrite<Answer>()
  const [typed, setTyped] = useState(begin)
  const [isTried, setIsTried] = useState(false)
  const isSending = useRef(false)
  const draft = complete(typed)
  const body = typedBody(schema, draft)
  const ruled = { ...schema, required: [...(schema.required ?? []), ...alsoRequired] }
  const faults = faultsIn(ruled, body)
  const isSound = Object.keys(faults).length === 0
  const isDone = write.written.state === 'done'

  const beginAgain = () => {
    setTyped(begin)
    setIsTried(false)
  }
  const submit = async () => {
    setIsTried(true)
    if (!isSound || !isBodyOf(schema, body) || isSending.current) return
    isSending.current = true
    try {
      const prepared = await (prepare?.(body) ?? body)
      await write.write(async (options) => {
        const answer = await send(prepared, options)
        if (afterwards === 'begin') beginAgain()
        return answer
      })
    } finally {
      isSending.current = false
    }
  }

  return {
    schema,
    draft,
    faults: { ...(isTried && faults), ...refusedMembers(write.written) },
    change: (changed) => {
      setTyped({ ...typed, ...changed })
      write.reset()
    },
    write,
    isFixed:
      write.isBusy || write.written.state === 'awaits approval' || (isDone && afterwards === 'fix'),
    mayBeSent: !write.isBusy && (!wasTaken(write) || (isDone && afterwards === 'keep')),
    attempt: () => {
      setIsTried(true)
      return isSound
    },
    submit: () => void submit(),
    again: () => {
      beginAgain()
      write.reset()
    },
  }
}

/** The members that the service refused, with the reason that it gives. */
function refusedMembers(written: WriteState<unknown>): Faults {
  if (written.state !== 'refused' || !(written.error instanceof VadiumError)) return {}
  return Object.fromEntries(written.error.details.map(({ field, issue }) => [field, issue]))
}
