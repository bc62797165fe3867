import type { ApprovalPolicy } from '@vadium/client'
import { setApprovalPolicy } from '@vadium/schema'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant, spanText } from '../../figures/time.tsx'
import { approvalPolicyPagesQuery, approvalPolicyQuery } from '../../service/approval-queries.ts'
import { useAccountName, useMay } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { operationTitle } from './approval-rows.tsx'
import { SetPolicy } from './policy-form.tsx'

/** Which operations of the organization need the approval of other accounts. */
export function ApprovalPolicyScreen() {
  const policy = useQuery(approvalPolicyQuery(useClient()))
  const maySet = useMay(setApprovalPolicy)
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <h1>What needs approval</h1>
        <Link to="/approvals">All approvals</Link>
      </div>
      {policy.isPending && <Loading what="the approval policy" />}
      {policy.isLoadingError && (
        <Failure
          error={policy.error}
          what="the approval policy"
          again={() => void policy.refetch()}
        />
      )}
      {policy.data !== undefined && (
        <>
          <section className={page['form']}>
            <h2>
              In force: <VersionName policy={policy.data} />
            </h2>
            <Rules name="Rules in force" policy={policy.data} />
          </section>
          {maySet && <SetPolicy policy={policy.data} />}
        </>
      )}
      <Versions />
    </div>
  )
}

function VersionName({ policy }: { readonly policy: ApprovalPolicy }) {
  return <>{policy.version === 0 ? 'the default' : `version ${policy.version}`}</>
}

const secondMs = 1_000

function Rules({ name, policy }: { readonly name: string; readonly policy: ApprovalPolicy }) {
  if (policy.rules.length === 0) return <Empty>No operation needs approval.</Empty>
  return (
    <TableScroll name={name}>
      <table>
        <thead>
          <tr>
            <th>Operation</th>
            <th className="number">Above, USD</th>
            <th className="number">Approvals</th>
            <th>Time to decide</th>
          </tr>
        </thead>
        <tbody>
          {policy.rules.map(({ operation, above_usd, approvals, within_seconds }) => (
            <tr key={`${operation} ${above_usd ?? ''} ${approvals} ${within_seconds}`}>
              <td>{operationTitle(operation)}</td>
              <td className="number">
                <Figure value={above_usd} missing="always" />
              </td>
              <td className="number">{approvals}</td>
              <td>{spanText(within_seconds * secondMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Versions() {
  const pages = useInfiniteQuery(approvalPolicyPagesQuery(useClient()))
  const accountName = useAccountName()
  const policies = pages.data?.pages.flatMap((one) => one.approval_policies) ?? []
  return (
    <section className={page['form']}>
      <h2>Versions</h2>
      {pages.isPending && <Loading what="the versions" />}
      {pages.isLoadingError && (
        <Failure error={pages.error} what="the versions" again={() => void pages.refetch()} />
      )}
      {pages.isSuccess && policies.length === 0 && (
        <Empty>The default of the installation applies; no version has been set.</Empty>
      )}
      {policies.map((policy) => (
        <details key={policy.version} className="panel">
          <summary>
            Version {policy.version}
            {policy.create_time !== null && (
              <>
                , <Instant at={policy.create_time} />
              </>
            )}
            {policy.account_id !== null && <>, by {accountName(policy.account_id)}</>}
          </summary>
          <Rules name={`Rules of version ${policy.version}`} policy={policy} />
        </details>
      ))}
      <MorePages pages={pages}>Older versions</MorePages>
    </section>
  )
}
