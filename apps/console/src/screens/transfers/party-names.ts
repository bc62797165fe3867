import type { Transfer } from '@vadium/client'
import { useChoices, useCustodianName } from '../../service/choices.ts'
import { useOwnId } from '../../service/people.ts'

/** The names of the two sides of transfers, and of their custodians; ids until they are read. */
export function usePartyNames() {
  const { organizations } = useChoices()
  const custodianName = useCustodianName()
  const ownId = useOwnId()
  return ({ organization_id: name, custodian }: Transfer['sender']) => {
    const id = name.replace('organizations/', '')
    return {
      organization:
        id === ownId ? 'us' : (organizations.find(({ value }) => value === id)?.name ?? id),
      custodian: custodianName(custodian),
    }
  }
}
