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
    /** Milliseconds. Null: until a decision. */
    lastsMs: Type.Union([Type.Integer({ minimum: 0, maximum: yearMs }), Type.Null()]),
  },
  { additionalProperties: false },
)

/** How the simulated custodian handles an instruction. */
export const SimulatedScript = Type.Object(
  {
    /**
     * How many submissions are lost before they arrive: there is no answer, and nothing is done.
     */
    lostSubmissions: Attempts,
    /**
     * How much later a submission arrives. It has no answer, and until then the instruction is
     * unknown.
     */
    arrivesAfterMs: Type.Integer({ minimum: 0, maximum: yearMs }),
    /** How many submissions are carried out but not answered. */
    lostAnswers: Attempts,
    /**
     * How many status requests and cancellations of a known instruction are carried out but not
     * answered.
     */
    lostReplies: Attempts,
    /** How long each answer takes, by the clock of the machine. */
    answerMs: Type.Integer({ minimum: 0, maximum: 600_000 }),
    /** The stages of the instruction, in order. */
    stages: Type.Array(Stage, { maxItems: 16 }),
    /** The final status. Without stages the instruction ends on arrival. */
    outcome: Type.Union(finalWords.map((word) => Type.Literal(word))),
    /**
     * Whether a second submission of a known id transfers again. Real custodians keep idempotency
     * keys for a limited time; this reveals a worker that sends again without asking.
     */
    forgetsIds: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type SimulatedScript = Static<typeof SimulatedScript>

/** The members of a script that differ from the default. */
export const ScriptChanges = Type.Partial(SimulatedScript, { additionalProperties: false })
export type ScriptChanges = Static<typeof ScriptChanges>

/** The stages of the default script with the least duration and the spread, in milliseconds. */
const quickStages: readonly (readonly [StageWord, least: number, spread: number])[] = [
  ['submitted', 100, 400],
  ['pendingApproval', 300, 1700],
  ['pendingSignature', 200, 800],
  ['broadcasting', 200, 800],
  ['confirming', 500, 2500],
]

/** The default script: short and successful. The same seed and id give the same script. */
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

/**
 * Parses a stored script.
 * @throws Error if it is invalid.
 */
export function readScript(stored: unknown): SimulatedScript {
  if (Value.Check(SimulatedScript, stored)) return stored
  throw new Error('the stored script of the simulated custodian is invalid')
}

/**
 * Parses stored script changes.
 * @throws Error if they are invalid.
 */
export function readChanges(stored: unknown): ScriptChanges {
  if (Value.Check(ScriptChanges, stored)) return stored
  throw new Error('the stored script changes of the simulated custodian are invalid')
}

/** The status of an instruction, `elapsedMs` milliseconds after it arrived. */
export function statusAt(script: SimulatedScript, elapsedMs: number): ProviderStatus {
  return stageAt(script, elapsedMs)?.word ?? script.outcome
}

export interface CurrentStage {
  readonly word: StageWord
  /** Milliseconds. Infinity until a decision. */
  readonly lastsMs: number
  /** When it ends by itself, in milliseconds since the instruction arrived. */
  readonly endMs: number
}

/**
 * The stage of an instruction, `elapsedMs` milliseconds after it arrived. Undefined if all stages
 * are over.
 */
export function stageAt(script: SimulatedScript, elapsedMs: number): CurrentStage | undefined {
  let endMs = 0
  for (const { word, lastsMs } of script.stages) {
    endMs += lastsMs ?? Infinity
    if (elapsedMs < endMs) return { word, lastsMs: lastsMs ?? Infinity, endMs }
  }
  return undefined
}

/**
 * The script after a decision. The stage that waited for it is over. If the decision was a refusal,
 * the rest of the script is over as well. Undefined if no stage waits at this moment.
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
