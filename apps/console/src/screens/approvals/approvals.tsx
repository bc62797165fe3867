import type { Approval } from '@vadium/client'
import { approvalStates, statesOf } from '@vadium/schema'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { stateWords } from '../../figures/state-words.ts'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { approvalPagesQuery, pendingApprovalsQuery } from '../../service/approval-queries.ts'
import { useClient } from '../../service/service.tsx'
import { ApprovalRows } from './approval-rows.tsx'
import { type ApprovalSearch, readApprovalSearch } from './approval-search.ts'

const isOurs = ({ actions }: Approval): boolean =>
  actions.some(({ action, available }) => action === 'approve' && available)

/** Requests that need the approval of other accounts: those to decide first. */
export function Approvals() {
  const pending = useQuery(pendingApprovalsQuery(useClient()))
  const approvals = pending.data?.approvals ?? []
  const ours = approvals.filter(isOurs)
  const others = approvals.filter((approval) => !isOurs(approval))
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <h1>Approvals</h1>
        <Link to="/approvals/policy">What needs approval</Link>
      </div>
      {pending.isPending && <Loading what="what awaits approval" />}
      {pending.isLoadingError && (
        <Failure
          error={pending.error}
          what="what awaits approval"
          again={() => void pending.refetch()}
        />
      )}
      {pending.isSuccess && (
        <>
          <section>
            <h2>To decide · {ours.length}</h2>
            {ours.length === 0 ? (
              <Empty>No request awaits your decision.</Empty>
            ) : (
              <ApprovalRows name="To decide" approvals={ours} />
            )}
          </section>
          {others.length > 0 && (
            <section>
              <h2>Awaiting the decision of others · {others.length}</h2>
              <ApprovalRows name="Awaiting others" approvals={others} />
            </section>
          )}
        </>
      )}
      <AllApprovals />
    </div>
  )
}

const stateOptions = statesOf(approvalStates).map((state) => ({
  value: state,
  name: stateWords(state),
}))

function AllApprovals() {
  const search = useSearch({ from: '/approvals' })
  const navigate = useNavigate()
  const pages = useInfiniteQuery(approvalPagesQuery(useClient(), { ...search, page_size: 50 }))
  const approvals = pages.data?.pages.flatMap((one) => one.approvals) ?? []
  const change = (changed: ApprovalSearch) => {
    void navigate({ to: '/approvals', search: { ...search, ...changed } })
  }
  return (
    <section className={page['form']}>
      <h2>All requests, newest first</h2>
      <div className="filters">
        <Choice
          label="State"
          value={search.state}
          options={stateOptions}
          choose={(state) => {
            change({ state: undefined, ...readApprovalSearch({ state }) })
          }}
        />
      </div>
      {pages.isPending && <Loading what="approvals" />}
      {pages.isLoadingError && (
        <Failure error={pages.error} what="approvals" again={() => void pages.refetch()} />
      )}
      {pages.isSuccess && approvals.length === 0 && (
        <Empty>No request that needed approval matches.</Empty>
      )}
      {approvals.length > 0 && <ApprovalRows name="All requests" approvals={approvals} />}
      <MorePages pages={pages}>Older requests</MorePages>
    </section>
  )
}
