import type { FoundResource } from '@vadium/client'
import {
  createMarkToMarketRequest,
  createOrderRequest,
  listWallets,
  searchResultsMax,
} from '@vadium/schema'
import { linkOptions } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useChoices, useCustodianName } from '../service/choices.ts'
import { searchQuery } from '../service/history-queries.ts'
import { walletsQuery } from '../service/order-queries.ts'
import { useCaller, useMay } from '../service/people.ts'
import { useRead } from '../service/read.ts'
import { useClient } from '../service/service.tsx'
import { askingWords } from '../service/asking-words.ts'
import { type Place, placeOf } from './found-places.ts'
import { entriesFor } from './navigation.tsx'

/** Something that a person can go to or begin. */
export interface Command {
  readonly id: string
  readonly text: string
  /** What it is, in a word. */
  readonly kind: string
  /** A text that finds it as well, though it is not shown. */
  readonly also?: string
  readonly place: Place
}

/** The last word, if the service may know it: an order number, or enough of an id. */
export function searchedIn(text: string): string {
  const word = text.trim().split(/\s+/).at(-1)?.replace('#', '') ?? ''
  const isId = word.length >= 8 && /[\d-]/.test(word)
  return isId || /^\d{1,15}$/.test(word) ? word : ''
}

/**
 * All that a text may mean to the caller: what was found for it, and what the page knows itself.
 */
export function useCommands(searched: string) {
  const found = useRead(searchQuery, searched)
  const results = searched === '' ? [] : (found.data?.results ?? [])
  const ofFound = [...results.map(commandOf), ...useActions(results)]
  return {
    found,
    /** Whether the service may have found more than it answers. */
    isCut: results.length === searchResultsMax,
    commands: [
      ...ofFound.map((command) => ({ ...command, also: searched })),
      ...useScreens(),
      ...useLists(),
    ],
  }
}

const commandOf = (result: FoundResource): Command => ({
  id: `${result.kind} ${result.id}`,
  text: result.label,
  kind: result.kind.replaceAll('_', ' '),
  place: placeOf(result),
})

/** What can be begun with the positions and orders that were found. */
function useActions(results: readonly FoundResource[]): Command[] {
  const mayCall = useMay(createMarkToMarketRequest)
  const mayRequest = useMay(createOrderRequest)
  return results.flatMap(({ kind, id, label, order_id: orderId }) => {
    const action = (text: string, place: Place) => ({
      id: `${text} ${id}`,
      text: `${text}: ${label}`,
      kind: 'action',
      place,
    })
    if (kind === 'order') {
      return [
        action(
          'Thread',
          linkOptions({ to: '/threads/$orderId', params: { orderId: orderId ?? id } }),
        ),
      ]
    }
    if (kind !== 'position') return []
    const at = { to: '/positions/$positionId', params: { positionId: id } } as const
    return [
      ...(mayCall
        ? [action('Call or release', linkOptions({ ...at, search: { confirm: true } }))]
        : []),
      ...(mayRequest
        ? [
            action(
              askingWords,
              linkOptions({ to: '/order-requests/new', search: { position: id } }),
            ),
          ]
        : []),
      action('What if', linkOptions({ to: '/what-if', search: { position: id } })),
    ]
  })
}

function useScreens(): Command[] {
  return entriesFor(useCaller()).map(({ name, to }) => ({
    id: `screen ${to}`,
    text: name,
    kind: 'screen',
    place: { to },
  }))
}

/** The lists of a counterparty, an asset or a wallet, and the prices. */
function useLists(): Command[] {
  const { counterparties, assets } = useChoices()
  const custodianName = useCustodianName()
  const hasPrices = entriesFor(useCaller()).some(({ to }) => to === '/prices')
  const wallets = useQuery({ ...walletsQuery(useClient()), enabled: useMay(listWallets) }).data
  return [
    ...counterparties.map(({ value, name }) => ({
      id: `counterparty ${value}`,
      text: name,
      kind: 'counterparty',
      also: value,
      place: linkOptions({ to: '/positions', search: { counterparty_id: value } }),
    })),
    ...assets.map(({ value }) => ({
      id: `asset ${value}`,
      text: `Positions that lend ${value}`,
      kind: 'asset',
      place: linkOptions({ to: '/positions', search: { asset: value } }),
    })),
    ...(hasPrices ? assets : []).map(({ value }) => ({
      id: `price ${value}`,
      text: `Price of ${value}`,
      kind: 'price',
      place: linkOptions({ to: '/prices', search: { asset: value } }),
    })),
    ...(wallets ?? []).map(({ id, name, custodian }) => ({
      id: `wallet ${id}`,
      text: `${name} at ${custodianName(custodian)}`,
      kind: 'wallet',
      also: id,
      place: linkOptions({ to: '/wallets' }),
    })),
  ]
}
