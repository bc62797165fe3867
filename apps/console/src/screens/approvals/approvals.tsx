import type { Approval } from '@vadium/client'
import { approvalStates, statesOf } from '@vadium/schema'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { Empty } from '../../figures/states.tsx'
import { Title } from '../../figures/title.tsx'
import { approvalPagesQuery, pendingApprovalsQuery } from '../../service/approval-queries.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { usePages, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { ApprovalRows } from './approval-rows.tsx'
import { type ApprovalSearch, readApprovalSearch } from './approval-search.ts'

const isOurs = ({ actions }: Approval): boolean =>
  actions.some(({ action, available }) => action === 'approve' && available)

/** Requests that need the approval of other accounts: those to decide first. */
export function Approvals() {
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <Title>Approvals</Title>
        <Link to="/approvals/policy">What needs approval</Link>
      </div>
      <Read of={useRead(pendingApprovalsQuery)} what="what awaits approval">
        {(pending) => <Pending pending={pending} />}
      </Read>
      <AllApprovals />
    </div>
  )
}

function Pending({ pending }: { readonly pending: readonly Approval[] }) {
  const ours = pending.filter(isOurs)
  const others = pending.filter((approval) => !isOurs(approval))
  return (
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
  )
}

const stateOptions = statesOf(approvalStates).map((state) => ({
  value: state,
  name: stateWords(state),
}))

function AllApprovals() {
  const search = useSearch({ from: '/approvals' })
  const navigate = useNavigate()
  const { approvals: approvalsOf } = useClient()
  const pages = usePages(approvalPagesQuery, { ...search, page_size: 50 })
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
      <Read of={pages} what="the approvals" none="No request that needed approval matches.">
        {(approvals) => (
          <ApprovalRows
            name="All requests"
            approvals={approvals}
            pages={pages}
            readAll={(signal) =>
              approvalsOf.list({ ...search, page_size: pageSizeMax }, { signal })
            }
          />
        )}
      </Read>
      <MorePages of={pages}>Older requests</MorePages>
    </section>
  )
}
