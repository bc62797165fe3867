import type { StoredRequest } from '@vadium/client'
import { Facts } from '../../figures/facts.tsx'
import page from '../../figures/page.module.css'
import { SixWords } from '../../figures/six-words.tsx'
import { useSixWords } from '../../figures/use-six-words.ts'
import { roleName } from '../../service/role-names.ts'
import { bodyMembers } from './request-body.ts'

/**
 * Who would be let in by the confirmation of an invitation, and the words of the key, computed in
 * this browser. All of it is in the request that was signed.
 */
export function NewColleague({ request }: { readonly request: StoredRequest }) {
  const members = bodyMembers(request)
  const stated = (name: string) => {
    const value = members[name]
    return typeof value === 'string' ? value : ''
  }
  const [, id = ''] = /\/invitations\/([^/:]+):confirm$/.exec(request.path) ?? []
  const computed = useSixWords(id, stated('public_key'))
  return (
    <section className={`panel ${page['form'] ?? ''}`} aria-label="What it means">
      <Facts
        title="Who would work for the organization"
        facts={[
          ['Name', stated('name')],
          ['Role', roleName(stated('role'))],
          ['Account', <code>{stated('account_id')}</code>],
        ]}
      />
      <p>The words of the key. The colleague can read them to you:</p>
      <SixWords of={computed} />
    </section>
  )
}
