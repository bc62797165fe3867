import type { ApprovalPolicy } from '@vadium/client'
import { setApprovalPolicy } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant, spanText } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { approvalPolicyPagesQuery, approvalPolicyQuery } from '../../service/approval-queries.ts'
import { useAccountName, useMay } from '../../service/people.ts'
import { usePages, useRead } from '../../service/read.ts'
import { operationTitle } from './approval-rows.tsx'
import { SetPolicy } from './policy-form.tsx'

/** Which operations of the organization need the approval of other accounts. */
export function ApprovalPolicyScreen() {
  const maySet = useMay(setApprovalPolicy)
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <Title>What needs approval</Title>
        <Link to="/approvals">All approvals</Link>
      </div>
      <Read of={useRead(approvalPolicyQuery)} what="the approval policy">
        {(policy) => (
          <>
            <section className={page['form']}>
              <h2>
                In force: {policy.version === 0 ? 'the default' : `version ${policy.version}`}
              </h2>
              <Rules name="Rules in force" policy={policy} />
            </section>
            {maySet && <SetPolicy policy={policy} />}
          </>
        )}
      </Read>
      <Versions />
    </div>
  )
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
  const pages = usePages(approvalPolicyPagesQuery)
  const accountName = useAccountName()
  const none = 'The default of the installation applies; no version has been set.'
  return (
    <section className={page['form']}>
      <h2>Versions</h2>
      <Read of={pages} what="the versions" none={none}>
        {(policies) =>
          policies.map((policy) => (
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
          ))
        }
      </Read>
      <MorePages of={pages}>Older versions</MorePages>
    </section>
  )
}
