import { useQuery } from '@tanstack/react-query'
import page from '../../figures/page.module.css'
import { credentialNamesQuery } from '../../service/credential-queries.ts'
import { useServiceNow } from '../../service/now.ts'
import { useCaller } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { operationTitle } from './approval-rows.tsx'
import { type AskedRule, shortages } from './approvers.ts'

/** Warns of rules for whose requests nobody else may be able to approve. */
export function PolicyWarning({ rules }: { readonly rules: readonly AskedRule[] }) {
  const credentials = useQuery(credentialNamesQuery(useClient(), useCaller()?.organization.id))
  const now = useServiceNow()
  if (credentials.data === undefined) return null
  const short = shortages(rules, credentials.data, now)
  if (short.length === 0) return null
  return (
    <div className={page['note']} data-tone="bad" role="status">
      {short.map(({ operation, accounts, needed, recent }) => (
        <p key={operation}>
          <strong>{operationTitle(operation)}</strong>:{' '}
          {accounts < needed
            ? `a request needs ${needed} accounts, the one that asks and those that approve, and ${accounts} may do this. It could not be carried out.`
            : `of the ${accounts} accounts that may do this, ${recent} have a key from within the time to decide. Who gave them the key, or created them, counts as the same person, and may not approve for them.`}
        </p>
      ))}
    </div>
  )
}
