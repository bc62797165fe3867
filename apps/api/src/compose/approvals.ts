import type { FastifyBaseLogger, FastifyPluginCallback } from 'fastify'
import { ApprovalDemands } from '../features/approvals/approval-demand.ts'
import { ApprovalEndings } from '../features/approvals/approval-endings.ts'
import { ApprovalGate } from '../features/approvals/approval-gate.ts'
import { approvalPolicyRoutes } from '../features/approvals/approval-policies.routes.ts'
import { ApprovalPolicyRepository } from '../features/approvals/approval-policy.repository.ts'
import { ApprovalPolicyService } from '../features/approvals/approval-policy.service.ts'
import { ApprovalWorker } from '../features/approvals/approval-worker.ts'
import { approvalRoutes } from '../features/approvals/approvals.routes.ts'
import { ApprovalRepository } from '../features/approvals/approval.repository.ts'
import { ApprovalService } from '../features/approvals/approval.service.ts'
import type { ResolvedRequests } from '../features/deals/index.ts'
import type { PriceBook } from '../features/prices/index.ts'
import type { SandboxService } from '../features/sandbox/sandbox.service.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'
import { StoredWrites } from '../platform/http/stored-writes.ts'
import type { Lists } from '../platform/lists/list.ts'
import { type RecurringWork, runOnSignal } from '../platform/recurring-work.ts'
import { Signal } from '../platform/signal.ts'
import type { Writes } from '../platform/writes/writes.ts'
import type { ServiceParts } from './service-parts.ts'

interface Parts extends ServiceParts {
  readonly database: TenantDatabase
  readonly priceBook: PriceBook
  readonly resolvedRequests: ResolvedRequests
  readonly writes: Writes
}

/** Approval policies, the gate that holds writes back, and the worker that carries them out. */
export function composeApprovals(parts: Parts) {
  const { database, bookClock, priceBook } = parts
  const repository = new ApprovalRepository(database)
  const approvalPolicies = new ApprovalPolicyService(new ApprovalPolicyRepository(database))
  const demands = new ApprovalDemands(approvalPolicies, priceBook)
  const approvalSignal = new Signal()
  const storedWrites = new StoredWrites()
  const endings = new ApprovalEndings({ ...parts, approvals: repository, demands, storedWrites })
  return {
    approvalPolicies,
    approvals: new ApprovalService({
      approvals: repository,
      policies: approvalPolicies,
      bookClock,
      resolvedRequests: parts.resolvedRequests,
    }),
    approvalSignal,
    approvalWorker: new ApprovalWorker({ ...parts, endings }),
    demands,
    gate: new ApprovalGate(demands, repository, parts.clock),
    storedWrites,
  }
}

type Options = Pick<ReturnType<typeof composeApprovals>, 'approvals' | 'approvalPolicies'> & {
  readonly lists: Lists
}

export const approvalsRoutes: readonly FastifyPluginCallback<Options>[] = [
  approvalRoutes,
  approvalPolicyRoutes,
]

type Work = Pick<
  ReturnType<typeof composeApprovals>,
  'approvals' | 'approvalSignal' | 'approvalWorker'
> & {
  readonly sandbox: SandboxService | undefined
}

/**
 * Carries out a request after its last approval: in a sandbox before that approval is answered, so
 * that the same calls give the same history, and elsewhere in the background.
 */
export function carryOutWhenApproved(
  { approvals, approvalSignal, sandbox }: Omit<Work, 'approvalWorker'>,
  logger: FastifyBaseLogger,
): void {
  approvals.onApproved(() =>
    sandbox === undefined
      ? approvalSignal.send()
      : sandbox.endApprovals().catch((err: unknown) => {
          logger.warn({ err }, 'carrying out approved requests failed')
        }),
  )
}

/** Carries out approved requests, and ends those whose time has passed. */
export function startApprovalWork(
  { approvalSignal, approvalWorker, sandbox }: Omit<Work, 'approvals'>,
  logger: FastifyBaseLogger,
): RecurringWork {
  return runOnSignal({
    signal: approvalSignal,
    run: async () => {
      if (sandbox === undefined) return approvalWorker.round()
      await sandbox.endApprovals()
      return false
    },
    idleMs: 1000,
    failed: (err) => logger.error({ err }, 'approval worker failed'),
  })
}
