import type { VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { pageSizeMax } from './pages.ts'
import { mayRead, useCaller, useOwnId } from './people.ts'
import { useRead } from './read.ts'
import type { Named } from './reader.ts'

const minutesMs = 300_000
/** What the filters offer. It comes from the service and changes seldom. */
const choicesQuery = (client: VadiumClient, hasAgreements: boolean) =>
  queryOptions({
    queryKey: ['choices', hasAgreements],
    staleTime: minutesMs,
    queryFn: async ({ signal }) => {
      const [assets, custodians, agreements, machines] = await Promise.all([
        client.assets.list({ page_size: pageSizeMax }, { signal }),
        client.custodians.list({ page_size: pageSizeMax }, { signal }),
        hasAgreements
          ? client.agreements.list({ page_size: pageSizeMax }, { signal })
          : { agreements: [] },
        client.stateMachines.list({ signal }),
      ])
      const sides = agreements.agreements.flatMap((agreement) => [
        { value: agreement.lender_id, name: agreement.lender_name },
        { value: agreement.borrower_id, name: agreement.borrower_name },
      ])
      return {
        assets: assets.assets.map(({ symbol }) => ({ value: symbol, name: symbol })),
        custodians: custodians.custodians.map(({ id, name }) => ({ value: id, name })),
        organizations: [...new Map(sides.map((side) => [side.value, side])).values()],
        states: new Map(
          machines.state_machines.map(({ id, states }) => [
            id,
            states.map(({ name }) => ({
              value: name,
              name: name.toLowerCase().replaceAll('_', ' '),
            })),
          ]),
        ),
      }
    },
  })

/** A known value of a filter. */
export interface Option {
  readonly value: string
  readonly name: string
  /** What it means. */
  readonly title?: string
}

/** Values that say themselves what they mean. */
export const named = (texts: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(texts).map(([value, title]) => ({ value, name: `${value}: ${title}` }))

interface Choices {
  readonly assets: readonly Option[]
  readonly custodians: readonly Option[]
  /**
   * Those with which the organization has an agreement, itself included; none for a role that does
   * not read agreements.
   */
  readonly organizations: readonly Option[]
  readonly counterparties: readonly Option[]
  readonly statesOf: (resource: string) => readonly Option[]
  /** What stands for an id that has no name among them: no id before they are read. */
  readonly nameless: (id: string) => string
}

/** The values of filters, empty until they are read. */
export function useChoices(): Choices {
  const caller = useCaller()
  const hasAgreements = caller !== undefined && mayRead(caller, 'listAgreements')
  const { data, isPending } = useRead(choicesQuery, hasAgreements)
  const isRead = caller !== undefined && !isPending
  const ownId = useOwnId()
  const organizations = data?.organizations ?? []
  return {
    nameless: (id) => (isRead ? id : '…'),
    assets: data?.assets ?? [],
    custodians: data?.custodians ?? [],
    organizations,
    counterparties: organizations.filter(({ value }) => value !== ownId),
    statesOf: (resource) => data?.states.get(resource) ?? [],
  }
}

/** The proper name of a custodian. */
export function useCustodianName(): (id: string) => string {
  const { custodians, nameless } = useChoices()
  return (id) => custodians.find(({ value }) => value === id)?.name ?? nameless(id)
}

/** The organization of an id, with its name where it is known. */
export function useNamed(): (id: string) => Named {
  const { organizations, nameless } = useChoices()
  return (id) => ({
    id,
    name: organizations.find(({ value }) => value === id)?.name ?? nameless(id),
  })
}
