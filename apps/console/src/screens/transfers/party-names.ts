import type { Transfer } from '@vadium/client'
import { useChoices, useCustodianName } from '../../service/choices.ts'
import { useOwnId } from '../../service/people.ts'
import { organizationIdOf, useReportedNames } from '../../service/reported-names.ts'

/** The names of the two sides of transfers, and of their custodians. */
export function usePartyNames(transfers: readonly Transfer[]) {
  const { organizations, nameless } = useChoices()
  const reported = useReportedNames(transfers)
  const custodianName = useCustodianName()
  const ownId = useOwnId()
  const nameOf = (id: string) =>
    organizations.find(({ value }) => value === id)?.name ?? reported.get(id) ?? nameless(id)
  return ({ organization_id: name, custodian }: Transfer['sender']) => {
    const id = organizationIdOf(name)
    return {
      organization: id === ownId ? 'us' : nameOf(id),
      custodian: custodianName(custodian),
    }
  }
}
