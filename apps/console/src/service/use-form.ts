import type { Static, TObject } from '@sinclair/typebox'
import { type RequestOptions, VadiumError } from '@vadium/client'
import { useCallback, useRef, useState } from 'react'
import {
  chosenAt,
  type Draft,
  type Faults,
  faultsIn,
  isBodyOf,
  listAt,
  type MemberSchema,
  typedBody,
} from './body.ts'
import type { Option } from './choices.ts'
import type { WriteState } from './settled-write.ts'
import { useWrite, wasTaken, type Write } from './write.ts'

/** What may be chosen in a field, by its place in the draft. */
type Offers = Readonly<Record<string, readonly Option[]>>

interface FormRules<Schema extends TObject, Answer> {
  /** The schema of the body, as the operation has it. */
  readonly schema: Schema
  /** Members that the operation requires only of a body like this one. */
  readonly alsoRequired?: readonly string[]
  /** What the fields begin with. */
  readonly begin?: Draft
  /** Adds what follows from what is typed, or is known without asking. */
  readonly complete?: (draft: Draft) => Draft
  /** What may be chosen in the fields whose values the schema does not name. */
  readonly offers?: (draft: Draft) => Offers
  /** Makes, once a press, what is sent of a body, such as a proof that is signed for it. */
  readonly prepare?: (body: Static<Schema>) => Promise<Static<Schema>>
  readonly send: (body: Static<Schema>, options: RequestOptions) => Promise<Answer>
  /** What becomes of the fields once the service has done it. Default: they begin again. */
  readonly afterwards?: 'begin' | 'keep' | 'fix'
  /** What else begins again with the fields. */
  readonly alsoBegin?: () => void
}

/** What is typed for a body of an operation, what is wrong with it, and what became of it. */
export interface FormOf<Answer> {
  readonly schema: MemberSchema
  /** What is typed, completed. */
  readonly draft: Draft
  /** What would be sent of it. */
  readonly body: Readonly<Record<string, unknown>>
  readonly offers: Offers
  readonly change: (changed: Draft) => void
  /** What is wrong with each member: since somebody tried to send it, or as the service says. */
  readonly faults: Faults
  /** Those of them that no field shows. */
  readonly faultsElsewhere: Faults
  /** Says that a field shows the faults of some members, until it is called back. */
  readonly shows: (members: readonly string[]) => () => void
  /** How often somebody has tried to send it, and it is known what became of that. */
  readonly attempts: number
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
  offers: offersOf = () => ({}),
  prepare,
  send,
  afterwards = 'begin',
  alsoBegin,
}: FormRules<Schema, Answer>): FormOf<Answer> {
  const write = useWrite<Answer>()
  const [typed, setTyped] = useState(begin)
  const [isTried, setIsTried] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const { shown, shows } = useShownMembers()
  const isSending = useRef(false)
  const draft = complete(typed)
  const body = typedBody(schema, draft)
  const ruled = { ...schema, required: [...(schema.required ?? []), ...alsoRequired] }
  const offers = offersOf(draft)
  const found = { ...faultsIn(ruled, body), ...notOffered(offers, draft) }
  const isSound = Object.keys(found).length === 0
  const isDone = write.written.state === 'done'

  const beginAgain = () => {
    setTyped(begin)
    setIsTried(false)
    alsoBegin?.()
  }
  const attempt = () => {
    setIsTried(true)
    if (!isSound) setAttempts((count) => count + 1)
    return isSound
  }
  const submit = async () => {
    if (!attempt() || !isBodyOf(schema, body) || isSending.current) return
    isSending.current = true
    let prepared: Static<Schema> | undefined
    try {
      await write.write(async (options) => {
        prepared ??= await (prepare?.(body) ?? body)
        const answer = await send(prepared, options)
        if (afterwards === 'begin') beginAgain()
        return answer
      })
      setAttempts((count) => count + 1)
    } finally {
      isSending.current = false
    }
  }
  const faults = { ...(isTried && found), ...refusedMembers(write.written) }

  return {
    schema,
    draft,
    body: typeof body === 'object' ? { ...body } : {},
    offers,
    faults,
    faultsElsewhere: Object.fromEntries(
      Object.entries(faults).filter(([member]) => !shown.includes(member)),
    ),
    shows,
    attempts,
    change: (changed) => {
      setTyped((others) => ({ ...others, ...changed }))
      write.reset()
    },
    write,
    isFixed:
      write.isBusy || write.written.state === 'awaits approval' || (isDone && afterwards === 'fix'),
    mayBeSent: !write.isBusy && (!wasTaken(write) || (isDone && afterwards === 'keep')),
    attempt,
    submit: () => void submit(),
    again: () => {
      beginAgain()
      write.reset()
    },
  }
}

/** Where a field of a row is: in the draft by the key of the row, in the body by its number. */
export const inRow =
  <Answer>(of: FormOf<Answer>, list: string, key: string) =>
  (member: string) => ({
    of,
    name: `${list}.${key}.${member}`,
    member: `${list}.${listAt(of.draft, list).indexOf(key)}.${member}`,
  })

/** The members whose faults the fields show. */
function useShownMembers() {
  const [shown, setShown] = useState<readonly string[]>([])
  const shows = useCallback((members: readonly string[]) => {
    setShown((others) => [...others, ...members])
    return () => {
      setShown((all) => members.reduce(withoutOne, all))
    }
  }, [])
  return { shown, shows }
}

const withoutOne = (all: readonly string[], one: string) => {
  const place = all.indexOf(one)
  return all.filter((_, i) => i !== place)
}

/** What was chosen, and is not offered any more. */
function notOffered(offers: Offers, draft: Draft): Faults {
  const isOffered = (name: string, value: string) =>
    value === '' || offers[name]?.some((option) => option.value === value) === true
  return Object.fromEntries(
    Object.keys(offers)
      .filter((name) => !chosenAt(draft, name).every((value) => isOffered(name, value)))
      .map((name) => [name, 'is not offered: choose another']),
  )
}

/** The members that the service refused, with the reason that it gives. */
function refusedMembers(written: WriteState<unknown>): Faults {
  if (written.state !== 'refused' || !(written.error instanceof VadiumError)) return {}
  return Object.fromEntries(written.error.details.map(({ field, issue }) => [field, issue]))
}
