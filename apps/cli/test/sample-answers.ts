import { calculatePreview, type PreviewInputs } from '@vadium/margin'

export const POSITION = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
const LENDER = '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901'
const BORROWER = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'

const sources: Readonly<Record<string, string>> = {
  asset_price: 'median of three feeds',
  collateral_price: 'fixed',
}

const values: Readonly<Record<string, string>> = {
  asset_quantity: '12.5',
  asset_price: '64123.45',
  collateral_quantity: '900000',
  collateral_price: '0.9998',
  deliveries_in_transit: '0',
  returns_in_transit: '0',
  disputed_quantity: '0',
  requirement_percent: '120',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '10000',
  lot_top_up: '0.000001',
  lot_release: '0.000001',
  margin_call_percent: '115',
}

/** The inputs of a preview, some of them changed. */
function inputs(changed: Readonly<Record<string, string>>, role_may_create: boolean) {
  const decimals = Object.entries({ ...values, ...changed }).map(([name, value]) => {
    const source = sources[name] ?? 'terms of the order'
    return [
      name,
      { value, source, observedAt: name in sources ? '2026-07-01T16:59:58.120Z' : null },
    ]
  })
  return {
    asset: 'BTC',
    collateral_asset: 'USDC',
    lender: LENDER,
    borrower: BORROWER,
    role_may_create,
    ...(Object.fromEntries(decimals) as object),
  } as PreviewInputs
}

/** The answer of the service to a preview: real figures, computed with the same functions. */
export function previewAnswer(
  changed: Readonly<Record<string, string>> = {},
  { explain = false, roleMayCreate = true } = {},
) {
  const { figures, calculation, sender } = calculatePreview(inputs(changed, roleMayCreate))
  const lender = {
    custodian: 'fireblocks',
    organization_id: LENDER,
    organization_name: 'Harbor Bank Treasury',
    wallet_id: 'harbor-7',
    wallet_name: 'Collateral, Ethereum',
  }
  const borrower = {
    custodian: 'copper',
    organization_id: BORROWER,
    organization_name: 'Kestrel Market Making',
    wallet_id: 'kestrel-2',
    wallet_name: 'Pledged, Ethereum',
  }
  const preview = {
    ...figures,
    asset: 'BTC',
    collateral_asset: 'USDC',
    collateral_type: 'BILATERAL',
    price_at_last_m2m: '63000',
    price_at_last_market: null,
    last_m2m_at: '2026-06-28T17:20:01.936Z',
    order_id: '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d',
    order_id_pretty: 1042,
    position_id: POSITION,
    sender: sender === 'borrower' ? borrower : lender,
    receiver: sender === 'borrower' ? lender : borrower,
  }
  return {
    preview,
    ...(explain && { calculation: { calculation_id: 'calculation-1042', ...calculation } }),
  }
}

/** A transfer as the service writes it; the quantity is inserted digit for digit. */
export function transferText(quantity: string, changed: Readonly<Record<string, unknown>> = {}) {
  const transfer = {
    id: 'ff983a71-db89-400e-b104-617b226948b6',
    external_transfer_id: 'VT-1042-061',
    category: 'm2m',
    status: 'IN_PROGRESS',
    token: 'USDC',
    quantity: 'QUANTITY',
    notional: '41389.02',
    order_id: 1042,
    create_time: '2026-07-01T16:05:09.123Z',
    update_time: '2026-07-01T16:18:00.000Z',
    sender: {
      organization_id: `organizations/${BORROWER}`,
      custodian: 'copper',
      wallet_address: '0x12ac92dc0ebac337df76615297f8212dc720b9dc',
    },
    receiver: {
      organization_id: `organizations/${LENDER}`,
      custodian: 'fireblocks',
      wallet_address: '0x94a938a819ab58f62cef28344ffbe956b81ce4b2',
    },
    provider_lifecycle: {
      label: 'Waiting for approval',
      provider: 'fireblocks',
      provider_request_state: 'pendingApproval',
      state: 'pending_provider_approval',
    },
    ...changed,
  }
  return JSON.stringify(transfer).replace('"QUANTITY"', quantity)
}

/** A page of transfers, as text. */
export function transferPage(transfers: readonly string[], nextPageToken?: string): string {
  const next = nextPageToken === undefined ? '' : `,"next_page_token":"${nextPageToken}"`
  return `{"transfers":[${transfers.join(',')}]${next}}`
}
