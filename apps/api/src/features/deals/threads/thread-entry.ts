import {
  type AnsweredResource,
  type ChatAction,
  type ChatDecision,
  chatDecisions,
  type ChatEntry,
  resolveChatAction,
  type Role,
  type StateMachine,
} from '@vadium/schema'
import { mayMove, parties } from '../parties/mover.ts'
import { notForRole, offer, type OfferedAction } from '../parties/offer.ts'
import { answeredMachine } from './action-text.ts'

/** The record of an entry of a thread. */
export type EntryRow = (MessageRow | ActionRow) & {
  readonly id: string
  readonly orderId: string
  readonly number: number
  readonly lenderId: string
  readonly borrowerId: string
  readonly organizationId: string | null
  readonly accountName: string | null
  readonly text: string
  readonly createdAt: string
  /** Of an entry about a default. */
  readonly closeOutId: string | null
  /** Null while the entry is open, like the next ones. */
  readonly resolution: string | null
  readonly resolvedBy: string | null
  readonly resolvedAt: string | null
}

interface MessageRow {
  readonly resource: null
  readonly resourceId: null
  readonly awaits: null
  readonly creatorId: null
}

interface ActionRow {
  readonly resource: AnsweredResource
  readonly resourceId: string
  readonly awaits: string
  readonly creatorId: string
}

/** The columns of an entry, from the table `chat_entries e`. */
export const entryColumns = `
  e.id, e.order_id AS "orderId", e.number, e.lender_id AS "lenderId", e.borrower_id AS "borrowerId",
  e.organization_id AS "organizationId", e.account_name AS "accountName", e.text,
  e.created_at AS "createdAt", e.resource, e.resource_id AS "resourceId", e.awaits,
  e.close_out_id AS "closeOutId",
  e.creator_id AS "creatorId", e.resolution, e.resolved_by AS "resolvedBy",
  e.resolved_at AS "resolvedAt"`

/** Who looks at an entry. An event has no role, because it is for the whole organization. */
export interface EntryViewer {
  readonly organizationId: string
  readonly role?: Role
}

/**
 * An entry as the API shows it. `offered` are the actions that the viewer may do with its resource.
 * Without it, as in an event, only the state and the side decide.
 */
export function entryResource(
  entry: EntryRow,
  viewer: EntryViewer,
  offered?: readonly OfferedAction[],
): ChatEntry {
  return {
    id: entry.id,
    order_id: entry.orderId,
    number: entry.number,
    kind: kindOf(entry),
    organization_id: entry.organizationId,
    account_name: entry.accountName,
    text: entry.text,
    action: entry.resource === null ? null : actionOf(entry, viewer, offered),
    close_out_id: entry.closeOutId,
    create_time: entry.createdAt,
  }
}

function kindOf({ resource, closeOutId }: EntryRow): ChatEntry['kind'] {
  if (resource !== null) return 'action'
  return closeOutId === null ? 'message' : 'default'
}

function actionOf(
  entry: EntryRow & ActionRow,
  viewer: EntryViewer,
  offered: readonly OfferedAction[] | undefined,
): ChatAction {
  const machine = answeredMachine(entry.resource)
  return {
    resource: entry.resource,
    resource_id: entry.resourceId,
    awaits: entry.awaits,
    state: entry.resolution === null ? 'open' : 'resolved',
    resolution: entry.resolution,
    resolved_by: entry.resolvedBy,
    resolve_time: entry.resolvedAt,
    actions: chatDecisions.map((decision) => {
      if (entry.resolution !== null) return offer(decision, `resolved with ${entry.resolution}`)
      const ofResource = offered?.find(({ action }) => action === decision)
      const reason =
        ofResource === undefined ? blocker(entry, machine, decision, viewer) : ofResource.reason
      return offer(decision, reason ?? notForViewer(viewer))
    }),
  }
}

/** The transitions of each decision. Accepting a dispute ends it by any of several transitions. */
const movesOf: Readonly<Record<ChatDecision, readonly string[]>> = {
  accept: ['accept', 'concede', 'settle', 'conclude'],
  reject: ['reject'],
}

/** Why a decision is not possible, as far as the state and the side decide. */
function blocker(
  entry: ActionRow & Pick<EntryRow, 'lenderId' | 'borrowerId'>,
  machine: StateMachine,
  decision: ChatDecision,
  { organizationId }: EntryViewer,
): string | undefined {
  const moves = machine.transitions.filter(
    ({ action, from }) => movesOf[decision].includes(action) && from.includes(entry.awaits),
  )
  const [move] = moves
  if (move === undefined) return `the ${machine.title.toLowerCase()} is ${entry.awaits}`
  return moves.some((possible) => mayMove(possible, entry, { organizationId }))
    ? undefined
    : `only the ${parties(move)} may do this`
}

function notForViewer({ role }: EntryViewer): string | undefined {
  return role === undefined ? undefined : notForRole(resolveChatAction, role)
}
