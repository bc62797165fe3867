import type { Decimal } from '@vadium/margin'
import {
  acceptedInChat,
  alwaysWithTheAdmin,
  type AnsweredResource,
  type ApprovableOperation,
  approvableOperations,
  type ApprovalRule,
  rulesFor,
  type WorthyResource,
} from '@vadium/schema'
import type { Tenant } from '../../platform/db/tenant.ts'
import { JsonText } from '../../platform/json-text.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { bookedUsd, worthOfResource } from '../deals/index.ts'
import type { PriceBook } from '../prices/index.ts'
import type { ApprovalPolicyService } from './approval-policy.service.ts'
import { concernOf, onlyTakesAway, reachesAnother } from './approval-subject.ts'

/** The approvals that a request needs, and what the approvers see of it. */
export interface ApprovalDemand {
  readonly rule: StrictestRule
  /** The organization whose accounts decide. */
  readonly deciderId: string
  /** Decimal string. Null if the request has no amount, or if it is unknown. */
  readonly amountUsd: string | null
  readonly orderId: string | null
}

/** What all rules that apply to a request ask for together. */
interface StrictestRule {
  readonly approvals: number
  /** The time to decide. */
  readonly decideSeconds: number
  /** Accounts of one person, by what was created within this time, count as one. */
  readonly apartSeconds: number
}

/** A write, and the answer that it would have or has had. */
export interface PerformedWrite {
  readonly operation: string
  readonly caller: Pick<Tenant, 'organizationId' | 'role'>
  readonly answer: object
}

/** Decides, by the policies in force, which approvals a write needs. */
export class ApprovalDemands {
  readonly #policies: ApprovalPolicyService
  readonly #prices: PriceBook

  constructor(policies: ApprovalPolicyService, prices: PriceBook) {
    this.#policies = policies
    this.#prices = prices
  }

  /**
   * The rules of the caller's policy that can apply to an operation. They are read before the write
   * is performed, because the write may change the policy. Undefined if none can apply, so that the
   * write costs nothing more.
   */
  async rulesBefore(
    tx: WriteTransaction,
    operation: string,
    caller: Pick<Tenant, 'organizationId' | 'role'>,
  ): Promise<readonly ApprovalRule[] | undefined> {
    const names = rulesFor(operation)
    if (names.length === 0) return undefined
    // Two changes of a policy come one after the other: the second is under the first.
    if (operation === 'setApprovalPolicy') await this.#policies.lock(tx)
    const policy = await this.#policies.rulesOf(tx, caller)
    const rules = policy.filter((rule) => names.includes(rule.operation))
    // The rules of the organization that an operator changes apply as well.
    const reachesOthers = caller.role === 'operator' && names.some(reachesAnother)
    return rules.length > 0 || reachesOthers ? rules : undefined
  }

  /**
   * The approvals that a write needs, by all rules that apply. Undefined if it needs none. The
   * write must have been performed in this transaction; `rules` are those that
   * {@link rulesBefore} found before it.
   */
  async of(
    tx: WriteTransaction,
    write: PerformedWrite,
    rules: readonly ApprovalRule[],
  ): Promise<ApprovalDemand | undefined> {
    const names = ruleNames(write)
    const [name] = names
    if (name === undefined || onlyTakesAway(name, write.answer)) return undefined
    const subject = await this.#subject(tx, name, write)
    if (subject.isOnboarding) return undefined
    const { organizationId, usd } = subject
    const others = await this.#rulesOfAnother(tx, organizationId, write.caller)
    const applying = [...rules, ...others]
      .filter(({ operation }) => names.includes(operation))
      .filter(({ above_usd }) => above_usd === null || usd === undefined || usd.gt(above_usd))
    if (applying.length === 0) return undefined
    return {
      rule: strictest(applying),
      deciderId: subject.deciderId,
      amountUsd: usd === undefined ? null : bookedUsd(usd),
      // An order that is not created yet has no lasting id.
      orderId: name === 'createOrder' ? null : subject.orderId,
    }
  }

  /** The rules of another organization, which an operator changes. */
  async #rulesOfAnother(
    tx: WriteTransaction,
    organizationId: string,
    caller: Pick<Tenant, 'organizationId'>,
  ): Promise<readonly ApprovalRule[]> {
    if (organizationId === caller.organizationId) return []
    const set = await this.#policies.rulesOf(tx, { organizationId, role: 'admin' })
    return [...set, ...alwaysWithTheAdmin]
  }

  async #subject(
    tx: WriteTransaction,
    name: ApprovableOperation,
    { answer, caller: { organizationId: own } }: PerformedWrite,
  ): Promise<Subject> {
    const resource: WorthyResource | null = approvableOperations[name]
    if (resource !== null) {
      const { orderId, usd } = await worthOfResource(tx, resource, resourceId(answer), this.#prices)
      return { organizationId: own, deciderId: own, usd, orderId, isOnboarding: false }
    }
    const concern = await concernOf(tx, name, { answer, ownId: own })
    const { organizationId, decidesItself, isOnboarding } = concern
    const deciderId = decidesItself ? organizationId : own
    return { organizationId, deciderId, usd: undefined, orderId: null, isOnboarding }
  }
}

interface Subject {
  /** The organization that is changed, or that of the caller. */
  readonly organizationId: string
  readonly deciderId: string
  readonly usd: Decimal | undefined
  readonly orderId: string | null
  readonly isOnboarding: boolean
}

/** No rule makes another one less strict. */
function strictest(rules: readonly ApprovalRule[]): StrictestRule {
  const times = rules.map(({ within_seconds }) => within_seconds)
  return {
    approvals: Math.max(...rules.map(({ approvals }) => approvals)),
    decideSeconds: Math.min(...times),
    apartSeconds: Math.max(...times),
  }
}

/**
 * The operations whose rules apply; the first one says what is changed. In a chat, it depends on
 * what is accepted.
 */
function ruleNames({ operation, answer }: PerformedWrite): readonly ApprovableOperation[] {
  if (operation !== 'resolveChatAction') return rulesFor(operation)
  const { resource, resolution } = actionOf(answer)
  return resolution === 'reject' ? [] : [acceptedInChat[resource]]
}

interface ResolvedAction {
  readonly resource: AnsweredResource
  readonly resource_id: string
  readonly resolution: string | null
}

function actionOf(answer: object): ResolvedAction {
  const { action } = answer as { readonly action?: ResolvedAction }
  if (action === undefined) throw new Error('the answer has no action')
  return action
}

function resourceId(answer: object): string {
  if ('action' in answer) return actionOf(answer).resource_id
  const { id } = (answer instanceof JsonText ? JSON.parse(answer.text) : answer) as {
    readonly id?: string
  }
  if (id === undefined) throw new Error('the answer has no id')
  return id
}
