import { Decimal } from '@vadium/margin'
import {
  type ApprovalPolicy,
  type ApprovalRule,
  fixedRules,
  twoPersonPolicies,
} from '@vadium/schema'
import { boundsFault, domainBounds } from '../../platform/decimal-bounds.ts'
import type { Tenant } from '../../platform/db/tenant.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { notifyOfAdministration } from '../notifications/index.ts'
import type { ApprovalPolicyRepository } from './approval-policy.repository.ts'

/** Which operations of an organization need approvals. */
export class ApprovalPolicyService {
  readonly #policies: ApprovalPolicyRepository

  constructor(policies: ApprovalPolicyRepository) {
    this.#policies = policies
  }

  async current(tenant: Tenant): Promise<ApprovalPolicy | Refusal> {
    const newest = await this.#policies.newest(tenant)
    if (newest !== undefined) return newest
    const people = await this.#policies.peopleNeeded(tenant)
    if (people instanceof Refusal) return people
    return {
      organization_id: tenant.organizationId,
      version: 0,
      rules: defaultRules(people, tenant.role),
      create_time: null,
      account_id: null,
    }
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<ApprovalPolicy> | Refusal> {
    return this.#policies.page(tenant, bounds)
  }

  async set(
    tx: WriteTransaction,
    accountId: string,
    rules: readonly ApprovalRule[],
  ): Promise<ApprovalPolicy | Refusal> {
    const fault = rulesFault(rules)
    if (fault !== undefined) return fault
    const policy = await this.#policies.insert(tx, rules.map(plainRule), accountId)
    await notifyOfAdministration(tx, {
      resource: 'approval_policy',
      resourceId: tx.organizationId,
      action: 'amend',
      readers: [
        {
          organizationId: tx.organizationId,
          severity: 'warning',
          title: `Approval policy changed: version ${policy.version}`,
          body: `The approval policy of this organization has ${rules.length} rules now.`,
        },
      ],
    })
    return policy
  }

  /** No other transaction changes the policy of this organization until this one ends. */
  lock(tx: WriteTransaction): Promise<void> {
    return this.#policies.lock(tx)
  }

  /** The rules for requests of a caller, those that no policy can leave out included. */
  async rulesOf(
    tx: WriteTransaction,
    caller: Pick<Tenant, 'organizationId' | 'role'>,
  ): Promise<readonly ApprovalRule[]> {
    const { rules, people } = await this.#policies.rules(tx, caller.organizationId)
    return [...(rules ?? defaultRules(people, caller.role)), ...fixedRules]
  }
}

/** The rules of an organization that has set none. */
export function defaultRules(people: 1 | 2, role: string): ApprovalRule[] {
  if (people === 1) return []
  return [...twoPersonPolicies[role === 'operator' ? 'platform' : 'organization']]
}

function rulesFault(rules: readonly ApprovalRule[]): Refusal | undefined {
  for (const [index, { above_usd }] of rules.entries()) {
    const issue = above_usd === null ? undefined : boundsFault(above_usd, domainBounds.usd_amount)
    if (issue === undefined) continue
    return new Refusal('VALUE_INVALID', [{ field: `rules.${index}.above_usd`, issue }])
  }
  return undefined
}

function plainRule(rule: ApprovalRule): ApprovalRule {
  if (rule.above_usd === null) return rule
  return { ...rule, above_usd: new Decimal(rule.above_usd).toFixed() }
}
