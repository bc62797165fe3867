import type { Transfer } from '@vadium/client'
import { useChoices } from '../../service/choices.ts'
import { useOwnId } from '../../service/people.ts'

/** The names of the two sides of transfers, and of their custodians; ids until they are read. */
export function usePartyNames() {
  const { custodians, organizations } = useChoices()
  const ownId = useOwnId()
  const nameIn = (options: typeof organizations, id: string) =>
    options.find(({ value }) => value === id)?.name ?? id
  return ({ organization_id: name, custodian }: Transfer['sender']) => {
    const id = name.replace('organizations/', '')
    return {
      organization: id === ownId ? 'us' : nameIn(organizations, id),
      custodian: nameIn(custodians, custodian),
    }
  }
}
