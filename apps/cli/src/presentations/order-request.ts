import {
  acceptOrderRequest,
  cancelOrderRequest,
  createOrderRequest,
  getOrderRequest,
  listOrderRequests,
  type Operation,
  OrderRequest,
  type OrderRequestChange,
  orderRequestChanges,
  rejectOrderRequest,
  retryOrderRequest,
} from '@vadium/schema'
import { plainSheet } from './plain-sheet.ts'
import {
  type Document,
  documentPresentation,
  listPresentation,
  type NameOf,
  type Presentation,
  type View,
} from './presentation.ts'
import { shortId } from './shown-value.ts'
import type { Times } from './time.ts'

const anId = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'

/** What each change asks for, with the asset of every quantity. */
const asked: Readonly<Record<OrderRequestChange, (request: OrderRequest, times: Times) => string>> =
  {
    quantity: ({ asset, quantity, whole }) =>
      whole === true ? `all of the ${asset}` : `${quantity ?? ''} ${asset}`,
    rate: ({ rate_percent: rate }) => `${rate ?? ''} % a year`,
    terms: ({ terms_version: version }) => `terms ${version ?? ''}`,
    maturity: ({ maturity_time: maturity }, { short, shortZone }) =>
      maturity === null ? '' : `until ${short(maturity)} ${shortZone}`,
    collateral: ({ new_collateral_asset: asset, new_collateral_quantity: quantity, ...request }) =>
      `${quantity ?? ''} ${asset ?? ''} for the ${request.collateral_asset}`,
  }

const askedText = (request: OrderRequest, times: Times) =>
  asked[orderRequestChanges[request.kind]](request, times)

const creatorSide = ({ creator_id: creator, lender_id: lender }: OrderRequest) =>
  creator === lender ? 'lender' : 'borrower'

const list = listPresentation(listOrderRequests, OrderRequest, {
  examples: [
    'vadium order-requests list --status PENDING',
    'vadium order-requests list --kind substitution',
  ],
  notes: ['--wide and --json have the ids that the other commands take.'],
  columns: [
    { heading: 'ID', only: 'wide', value: ({ id }) => id },
    { heading: 'ID', only: 'compact', value: ({ id }) => shortId(id) },
    { heading: 'ORDER', align: 'right', value: ({ order_id_pretty: number }) => String(number) },
    { heading: 'KIND', value: ({ kind }) => kind },
    { heading: 'ASKS FOR', value: (request, _nameOf, times) => askedText(request, times) },
    { heading: 'STATUS', kind: 'state', value: ({ status }) => status },
    {
      heading: 'DECIDED',
      leavesAs: 3,
      mayBeMissing: true,
      value: ({ decision }) => decision ?? '',
    },
    {
      heading: 'ASKED BY',
      leavesAs: 2,
      namesOrganizations: true,
      value: (request, nameOf) => nameOf(request.creator_id) ?? `the ${creatorSide(request)}`,
    },
    { heading: 'EXPIRES', kind: 'time', leavesAs: 1, value: ({ expire_time: at }) => at },
    { heading: 'CREATED', kind: 'time', only: 'wide', value: ({ create_time: at }) => at },
    { heading: 'POSITION', only: 'wide', value: ({ position_id: id }) => id },
    { heading: 'NOTE', only: 'wide', value: ({ note }) => note ?? '' },
  ],
})

/** All members of a request, below what it asks for in words. */
const sheet = plainSheet(OrderRequest)

function requestDocument(request: OrderRequest, view: View, nameOf: NameOf): Document {
  const { lines, exitCode } = sheet(request, view, nameOf)
  const sentence = `${request.kind} by the ${creatorSide(request)}: ${askedText(request, view.times)}`
  return { lines: [`Order ${request.order_id_pretty}, ${sentence}`, '', ...lines], exitCode }
}

function presented(
  operation: Operation & { readonly response: typeof OrderRequest },
  ...examples: readonly string[]
): Presentation {
  return documentPresentation(operation, {
    examples,
    namesOrganizations: true,
    document: requestDocument,
  })
}

/** The order requests, and what acts on one. */
export const orderRequests: readonly Presentation[] = [
  list,
  presented(getOrderRequest, `vadium order-requests get ${anId}`),
  presented(
    createOrderRequest,
    `vadium order-requests create ${anId} return --quantity 2.5`,
    `vadium order-requests create ${anId} substitution --collateral-asset ETH --collateral-quantity 534 --collateral-wallet-id kestrel-eth`,
  ),
  presented(acceptOrderRequest, `vadium order-requests accept ${anId}`),
  presented(rejectOrderRequest, `vadium order-requests reject ${anId}`),
  presented(cancelOrderRequest, `vadium order-requests cancel ${anId}`),
  presented(retryOrderRequest, `vadium order-requests retry ${anId}`),
]
