import { createHash } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import {
  finalWords,
  type ProviderStatus,
  type StageWord,
  stageWords,
} from './simulated-statuses.ts'

const yearMs = 31_536_000_000

const Attempts = Type.Integer({ minimum: 0, maximum: 1_000_000 })

const Stage = Type.Object(
  {
    word: Type.Union(stageWords.map((word) => Type.Literal(word))),
    /** Milliseconds; null: until somebody decides. */
    lastsMs: Type.Union([Type.Integer({ minimum: 0, maximum: yearMs }), Type.Null()]),
  },
  { additionalProperties: false },
)

/** What becomes of an instruction at the simulated custodian. */
export const SimulatedScript = Type.Object(
  {
    /** So many submissions never reach it: unanswered, and nothing is done. */
    lostSubmissions: Attempts,
    /** One that reaches it does so this much later, unanswered: until then it is not known. */
    arrivesAfterMs: Type.Integer({ minimum: 0, maximum: yearMs }),
    /** So many submissions that reach it are carried out, and the answer is lost. */
    lostAnswers: Attempts,
    /** So many enquiries and cancellations of what it knows are carried out, and the answer is lost. */
    lostReplies: Attempts,
    /** How long each answer takes, on the clock of the machine. */
    answerMs: Type.Integer({ minimum: 0, maximum: 600_000 }),
    /** The stages it passes, in order. */
    stages: Type.Array(Stage, { maxItems: 16 }),
    /** How it ends. With no stages it ends as it arrives: refused or failed on the spot. */
    outcome: Type.Union(finalWords.map((word) => Type.Literal(word))),
    /**
     * Whether a submission under an id that it knows moves assets again. Custodians recognise their
     * idempotency keys for a time only; one that has forgotten shows who sends without asking.
     */
    forgetsIds: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type SimulatedScript = Static<typeof SimulatedScript>

/** What a script says otherwise than the default one. */
export const ScriptChanges = Type.Partial(SimulatedScript, { additionalProperties: false })
export type ScriptChanges = Static<typeof ScriptChanges>

/** Of how many milliseconds a stage of the default script has some, and at least. */
const quickStages: readonly (readonly [StageWord, least: number, spread: number])[] = [
  ['submitted', 100, 400],
  ['pendingApproval', 300, 1700],
  ['pendingSignature', 200, 800],
  ['broadcasting', 200, 800],
  ['confirming', 500, 2500],
]

/** Quick and successful, and the same whenever the same id is seen under the same seed. */
export function defaultScript(seed: string, externalTransferId: string): SimulatedScript {
  const digest = createHash('sha256').update(`${seed}|${externalTransferId}`).digest()
  return {
    lostSubmissions: 0,
    arrivesAfterMs: 0,
    lostAnswers: 0,
    lostReplies: 0,
    answerMs: 0,
    stages: quickStages.map(([word, least, spread], index) => ({
      word,
      lastsMs: least + (digest.readUInt32BE(index * 4) % spread),
    })),
    outcome: 'completed',
    forgetsIds: false,
  }
}

/** A script as it is stored. @throws where what is stored is none. */
export function readScript(stored: unknown): SimulatedScript {
  if (Value.Check(SimulatedScript, stored)) return stored
  throw new Error('what is stored is no script of the simulated custodian')
}

/** What was kept of a script for instructions to come. @throws where what is stored is none. */
export function readChanges(stored: unknown): ScriptChanges {
  if (Value.Check(ScriptChanges, stored)) return stored
  throw new Error('what is stored is no part of a script of the simulated custodian')
}

/** Where an instruction stands, in milliseconds since it arrived. */
export function statusAt(script: SimulatedScript, elapsedMs: number): ProviderStatus {
  return stageAt(script, elapsedMs)?.word ?? script.outcome
}

/** A stage that an instruction is in. */
export interface CurrentStage {
  readonly word: StageWord
  /** Milliseconds; infinite until somebody decides. */
  readonly lastsMs: number
  /** When it ends by itself, in milliseconds since the instruction arrived. */
  readonly endMs: number
}

/** The stage of an instruction, in milliseconds since it arrived. Undefined: it has passed them all. */
export function stageAt(script: SimulatedScript, elapsedMs: number): CurrentStage | undefined {
  let endMs = 0
  for (const { word, lastsMs } of script.stages) {
    endMs += lastsMs ?? Infinity
    if (elapsedMs < endMs) return { word, lastsMs: lastsMs ?? Infinity, endMs }
  }
  return undefined
}

/**
 * The script after a decision that one of its stages waits for: that stage is over by now, and where the
 * decision was a refusal, so is the rest. Undefined where none is waited for at this moment.
 */
export function decided(
  script: SimulatedScript,
  elapsedMs: number,
  decision: 'approved' | 'refused',
): SimulatedScript | undefined {
  let start = 0
  for (const [index, { word, lastsMs }] of script.stages.entries()) {
    if (lastsMs !== null) {
      start += lastsMs
      continue
    }
    if (elapsedMs < start) return undefined
    const over = { word, lastsMs: Math.min(elapsedMs - start, yearMs) }
    const passed = [...script.stages.slice(0, index), over]
    if (decision === 'refused') return { ...script, stages: passed, outcome: 'rejected' }
    return { ...script, stages: [...passed, ...script.stages.slice(index + 1)] }
  }
  return undefined
}
