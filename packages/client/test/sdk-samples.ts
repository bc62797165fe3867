// Generated from the examples of the OpenAPI document by "pnpm docs:write". Do not edit it.
/* oxlint-disable no-console -- These are the programs of users, who look at the answers. */
import type { VadiumClient } from '../src/index.ts'

export const sdkSamples: Readonly<Record<string, (client: VadiumClient) => Promise<void>>> = {
  previewMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.preview({
        position_id: '0784b78c-dab2-84ab-b7e7-0d696add4e43',
        explain: true,
      }),
    )
  },
  createMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.create({
        position_id: '0784b78c-dab2-84ab-b7e7-0d696add4e43',
        calculation_id: 'DojDIsol8Abp2C7gJX5WQBRRv26k-YDOijyAAc0bSug',
      }),
    )
  },
  listMarkToMarketRequests: async (client) => {
    console.log(
      await client.markToMarketRequests.list({
        position_id: '0784b78c-dab2-84ab-b7e7-0d696add4e43',
        page_size: 1,
      }),
    )
  },
  exportMarkToMarketRequests: async (client) => {
    for await (const row of client.markToMarketRequests.export({
      position_id: '0784b78c-dab2-84ab-b7e7-0d696add4e43',
    }))
      console.log(row)
  },
  getMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.get('43665157-229e-8c3b-9ca5-871a75dbb12e'))
  },
  acceptMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.accept('43665157-229e-8c3b-9ca5-871a75dbb12e'))
  },
  rejectMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.reject('ab9d21ca-fa9f-8703-9203-fa6a50dec72d'))
  },
  disputeMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.dispute('a8949aa9-c276-86a0-add2-55f590f07fbf', {
        counter_notional_usd: '150000',
        reason: 'PRICE',
        note: 'We mark ETH at 2,180.',
      }),
    )
  },
  cancelMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.cancel('70b363e9-11d3-81ab-a451-837b15e5e7b5'))
  },
  retryMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.retry('c0e4b4a6-e24d-8426-b62d-97ce69362448'))
  },
  listTransfers: async (client) => {
    console.log(await client.transfers.list({ orderId: 2, token: 'ETH', page_size: 2 }))
  },
  getTransfer: async (client) => {
    console.log(await client.transfers.get('7b0a3d02-fa64-8f54-a3c7-dee42e87d8e0'))
  },
  cancelTransfer: async (client) => {
    console.log(await client.transfers.cancel('492fd735-c7da-87d5-ab31-953fb47cc86e'))
  },
  listPositions: async (client) => {
    console.log(await client.positions.list({ status: 'ACTIVE', page_size: 1 }))
  },
  exportPositions: async (client) => {
    for await (const row of client.positions.export({ status: 'ACTIVE' })) console.log(row)
  },
  getPosition: async (client) => {
    console.log(await client.positions.get('0784b78c-dab2-84ab-b7e7-0d696add4e43'))
  },
  getPositionPrices: async (client) => {
    console.log(await client.positions.prices('0784b78c-dab2-84ab-b7e7-0d696add4e43'))
  },
  listPositionValuations: async (client) => {
    console.log(
      await client.positions.valuations('0784b78c-dab2-84ab-b7e7-0d696add4e43', { page_size: 1 }),
    )
  },
  createOrder: async (client) => {
    console.log(
      await client.orders.create({
        lender_id: 'a0000000-0000-4000-8000-000000000001',
        borrower_id: 'a0000000-0000-4000-8000-000000000003',
        asset: 'USDT',
        asset_quantity: '500000',
        rate_percent: '5.25',
        collateral_asset: 'ETH',
        collateral_quantity: '300',
        collateral_type: 'BILATERAL',
        asset_wallet_id: 'kestrel-treasury-ethereum',
        collateral_wallet_id: 'kestrel-collateral-ethereum',
      }),
    )
  },
  listOrders: async (client) => {
    console.log(await client.orders.list({ status: 'ACTIVE', page_size: 1 }))
  },
  getOrder: async (client) => {
    console.log(await client.orders.get('ad11cfe2-52f9-86d3-891f-ad7e84a15810'))
  },
  acceptOrder: async (client) => {
    console.log(
      await client.orders.accept('ad11cfe2-52f9-86d3-891f-ad7e84a15810', {
        asset_wallet_id: 'harbor-treasury-ethereum',
        collateral_wallet_id: 'harbor-collateral-ethereum',
      }),
    )
  },
  rejectOrder: async (client) => {
    console.log(await client.orders.reject('164679cd-fb56-8240-8441-48cc6ec7a782'))
  },
  cancelOrder: async (client) => {
    console.log(await client.orders.cancel('92129b46-1783-83b2-8298-0d298f927caf'))
  },
  closeOrder: async (client) => {
    console.log(await client.orders.close('ac0b0e98-fe3d-834d-bbfe-2173f7c0aa60'))
  },
  cancelOrderClose: async (client) => {
    console.log(await client.orders.cancelClose('ac0b0e98-fe3d-834d-bbfe-2173f7c0aa60'))
  },
  retryOrder: async (client) => {
    console.log(await client.orders.retry('ac0b0e98-fe3d-834d-bbfe-2173f7c0aa60'))
  },
  abandonOrder: async (client) => {
    console.log(await client.orders.abandon('1862b8ca-e73e-84b5-9c70-e23dc0f9a957'))
  },
  createOrderRequest: async (client) => {
    console.log(
      await client.orderRequests.create({
        position_id: '0784b78c-dab2-84ab-b7e7-0d696add4e43',
        kind: 'return',
        quantity: '100000',
        note: 'We have sold a part of it.',
      }),
    )
  },
  listOrderRequests: async (client) => {
    console.log(
      await client.orderRequests.list({
        position_id: '0784b78c-dab2-84ab-b7e7-0d696add4e43',
        page_size: 1,
      }),
    )
  },
  getOrderRequest: async (client) => {
    console.log(await client.orderRequests.get('abe07275-21d0-88f6-b8bd-f989089be047'))
  },
  acceptOrderRequest: async (client) => {
    console.log(await client.orderRequests.accept('abe07275-21d0-88f6-b8bd-f989089be047'))
  },
  rejectOrderRequest: async (client) => {
    console.log(await client.orderRequests.reject('c5cab2c2-045e-83a3-ad69-be60f9154ac7'))
  },
  cancelOrderRequest: async (client) => {
    console.log(await client.orderRequests.cancel('444ca32a-3c47-8287-aa6c-8878188addb2'))
  },
  retryOrderRequest: async (client) => {
    console.log(await client.orderRequests.retry('c6a46e23-b0f2-8e46-a891-2e5c5035b60f'))
  },
  listEvents: async (client) => {
    console.log(
      await client.events.list({
        after: 'nga_3sheC5coumxebo836V71WBZbyqH_K6_0jNKsrmo',
        limit: 2,
      }),
    )
  },
  streamEvents: async (client) => {
    for await (const event of client.events.stream({
      type: 'order.updated',
      after: 'nga_3sheC5coumxebo836V71WBZbyqH_K6_0jNKsrmo',
    }))
      console.log(event)
  },
  listNotifications: async (client) => {
    console.log(
      await client.notifications.list({ category: 'mark_to_market_to_answer', page_size: 1 }),
    )
  },
  countUnreadNotifications: async (client) => {
    console.log(await client.notifications.countUnread())
  },
  getNotification: async (client) => {
    console.log(await client.notifications.get('97c22555-576a-810f-8c6e-95b177bb4be4'))
  },
  markNotificationRead: async (client) => {
    console.log(await client.notifications.markRead('97c22555-576a-810f-8c6e-95b177bb4be4'))
  },
  markAllNotificationsRead: async (client) => {
    console.log(
      await client.notifications.markAllRead({ until_id: '97c22555-576a-810f-8c6e-95b177bb4be4' }),
    )
  },
  getNotificationPreferences: async (client) => {
    console.log(await client.notificationPreferences.get())
  },
  setNotificationPreferences: async (client) => {
    console.log(
      await client.notificationPreferences.set({
        muted_categories: ['order_request_to_answer'],
        minimum_severity: 'info',
      }),
    )
  },
  streamNotifications: async (client) => {
    for await (const event of client.notifications.stream({
      after: 'nga_3sheC5coumxebo836V71WBZbyqH_K6_0jNKsrmo',
    }))
      console.log(event)
  },
  listChats: async (client) => {
    console.log(await client.chats.list({ page_size: 1 }))
  },
  getChat: async (client) => {
    console.log(await client.chats.get('ad11cfe2-52f9-86d3-891f-ad7e84a15810'))
  },
  listChatEntries: async (client) => {
    console.log(
      await client.chats.entries('ad11cfe2-52f9-86d3-891f-ad7e84a15810', { page_size: 2 }),
    )
  },
  postChatMessage: async (client) => {
    console.log(
      await client.chats.post('ad11cfe2-52f9-86d3-891f-ad7e84a15810', {
        text: 'We can send the asset today.',
      }),
    )
  },
  resolveChatAction: async (client) => {
    console.log(
      await client.chats.resolve(
        '43a897ed-82a5-8b43-93e4-5b463943dd90',
        '0fd25085-de14-84d9-aed1-44ae00d92d2a',
        { decision: 'reject' },
      ),
    )
  },
  markChatRead: async (client) => {
    console.log(
      await client.chats.read('ad11cfe2-52f9-86d3-891f-ad7e84a15810', {
        entry_id: 'cd3b0841-623e-8a71-841e-7d5308bbf1d1',
      }),
    )
  },
  streamChatEvents: async (client) => {
    for await (const event of client.chats.stream({
      order_id: 'ad11cfe2-52f9-86d3-891f-ad7e84a15810',
      after: 'nga_3sheC5coumxebo836V71WBZbyqH_K6_0jNKsrmo',
    }))
      console.log(event)
  },
  muteCounterparty: async (client) => {
    console.log(await client.counterparties.mute('a0000000-0000-4000-8000-000000000003'))
  },
  unmuteCounterparty: async (client) => {
    console.log(await client.counterparties.unmute('a0000000-0000-4000-8000-000000000003'))
  },
  listMutedCounterparties: async (client) => {
    console.log(await client.counterparties.muted({ page_size: 2 }))
  },
  reportPositions: async (client) => {
    for await (const row of client.reports.positions({
      as_of: '2026-01-12T18:40:00.000Z',
      status: 'ACTIVE',
    }))
      console.log(row)
  },
  reportExposureByCounterparty: async (client) => {
    for await (const row of client.reports.exposureByCounterparty({
      as_of: '2026-01-12T18:40:00.000Z',
    }))
      console.log(row)
  },
  reportExposureByAsset: async (client) => {
    for await (const row of client.reports.exposureByAsset({ as_of: '2026-01-12T18:40:00.000Z' }))
      console.log(row)
  },
  reportCollateralMovements: async (client) => {
    for await (const row of client.reports.collateralMovements({
      from: '2026-01-05T09:00:00.000Z',
      to: '2026-01-12T18:40:00.000Z',
    }))
      console.log(row)
  },
  reportInterest: async (client) => {
    for await (const row of client.reports.interest({
      from: '2026-01-05T09:00:00.000Z',
      to: '2026-01-12T18:40:00.000Z',
    }))
      console.log(row)
  },
  reportTransfers: async (client) => {
    for await (const row of client.reports.transfers({
      from: '2026-01-05T09:00:00.000Z',
      to: '2026-01-12T18:40:00.000Z',
      asset: 'ETH',
    }))
      console.log(row)
  },
  createWebhookEndpoint: async (client) => {
    console.log(
      await client.webhooks.create({
        target_url: 'https://hooks.example.com/vadium',
        description: 'Our book',
        event_types: ['order.updated'],
      }),
    )
  },
  listWebhookEndpoints: async (client) => {
    console.log(await client.webhooks.list({ page_size: 2 }))
  },
  getWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.get('766330b8-fd7e-8a69-8942-2c6ada7fcda5'))
  },
  updateWebhookEndpoint: async (client) => {
    console.log(
      await client.webhooks.update('766330b8-fd7e-8a69-8942-2c6ada7fcda5', {
        description: 'Our book, for the risk desk',
      }),
    )
  },
  enableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.enable('766330b8-fd7e-8a69-8942-2c6ada7fcda5'))
  },
  disableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.disable('766330b8-fd7e-8a69-8942-2c6ada7fcda5'))
  },
  deleteWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.delete('766330b8-fd7e-8a69-8942-2c6ada7fcda5'))
  },
  rotateWebhookSecret: async (client) => {
    console.log(await client.webhooks.rotateSecret('766330b8-fd7e-8a69-8942-2c6ada7fcda5'))
  },
  testWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.test('766330b8-fd7e-8a69-8942-2c6ada7fcda5'))
  },
  listWebhookDeliveries: async (client) => {
    console.log(await client.webhooks.listDeliveries({ state: 'delivered', page_size: 2 }))
  },
  getWebhookDelivery: async (client) => {
    console.log(await client.webhooks.getDelivery('754af5f4-de9f-8e4c-a865-f4f5ea802571'))
  },
  resendWebhookDelivery: async (client) => {
    console.log(await client.webhooks.resend('754af5f4-de9f-8e4c-a865-f4f5ea802571'))
  },
  createAgreement: async (client) => {
    console.log(
      await client.agreements.create({
        lender_id: 'a0000000-0000-4000-8000-000000000001',
        borrower_id: '1ef50dab-fb74-830c-8973-b605af037e50',
        terms: {
          requirement_percent: '140',
          haircut: null,
          margin_call_percent: '132',
          liquidation_percent: '115',
          threshold_usd: '0',
          minimum_notional_top_up_usd: '10000',
          minimum_notional_release_usd: '10000',
          lot_top_up: '0.01',
          lot_release: '0.01',
          day_count: 'ACT/360',
          cure_time_seconds: 14400,
          dispute_tolerance_usd: null,
          dispute_tolerance_percent: '2',
          dispute_method: 'undisputed',
        },
      }),
    )
  },
  amendAgreement: async (client) => {
    console.log(
      await client.agreements.amend('35dc1365-0622-8010-9f17-c68304cf0504', {
        terms: {
          requirement_percent: '145',
          haircut: null,
          margin_call_percent: '132',
          liquidation_percent: '115',
          threshold_usd: '0',
          minimum_notional_top_up_usd: '10000',
          minimum_notional_release_usd: '10000',
          lot_top_up: '0.01',
          lot_release: '0.01',
          day_count: 'ACT/360',
          cure_time_seconds: 14400,
          dispute_tolerance_usd: null,
          dispute_tolerance_percent: '2',
          dispute_method: 'undisputed',
        },
      }),
    )
  },
  acceptAgreement: async (client) => {
    console.log(
      await client.agreements.accept('35dc1365-0622-8010-9f17-c68304cf0504', { version: 1 }),
    )
  },
  getAgreement: async (client) => {
    console.log(await client.agreements.get('35dc1365-0622-8010-9f17-c68304cf0504'))
  },
  listAgreements: async (client) => {
    console.log(await client.agreements.list({ page_size: 1 }))
  },
  pushPrices: async (client) => {
    console.log(
      await client.prices.push({
        quotes: [
          {
            asset: 'LINK',
            source: 'desk-feed',
            price_usd: '18.25',
            observe_time: '2026-01-05T08:59:00.000Z',
          },
        ],
      }),
    )
  },
  releasePrice: async (client) => {
    console.log(
      await client.prices.release({ asset: 'LINK', source: 'desk-feed', price_usd: '9.5' }),
    )
  },
  listPrices: async (client) => {
    console.log(await client.prices.list({ asset: 'ETH' }))
  },
  createPriceSource: async (client) => {
    console.log(
      await client.priceSources.create({
        source: 'desk-feed',
        account_id: 'e308a302-5658-8419-88f1-a6ceecc5972a',
      }),
    )
  },
  listPriceSources: async (client) => {
    console.log(await client.priceSources.list({ page_size: 2 }))
  },
  revokePriceSource: async (client) => {
    console.log(await client.priceSources.revoke('90e328d4-ec1d-839b-9162-0facb2884bbb'))
  },
  createOrganization: async (client) => {
    console.log(await client.organizations.create({ slug: 'meridian', name: 'Meridian Bank' }))
  },
  listOrganizations: async (client) => {
    console.log(await client.organizations.list({ page_size: 2 }))
  },
  getOrganization: async (client) => {
    console.log(await client.organizations.get('1ef50dab-fb74-830c-8973-b605af037e50'))
  },
  suspendOrganization: async (client) => {
    console.log(await client.organizations.suspend('1ef50dab-fb74-830c-8973-b605af037e50'))
  },
  activateOrganization: async (client) => {
    console.log(await client.organizations.activate('1ef50dab-fb74-830c-8973-b605af037e50'))
  },
  createAccount: async (client) => {
    console.log(
      await client.accounts.create({
        organization_id: 'a0000000-0000-4000-8000-000000000001',
        name: 'Harbor Bank Treasury, risk desk',
        kind: 'person',
      }),
    )
  },
  listAccounts: async (client) => {
    console.log(
      await client.accounts.list({
        organization_id: 'a0000000-0000-4000-8000-000000000001',
        page_size: 2,
      }),
    )
  },
  createCredential: async (client) => {
    console.log(
      await client.credentials.create({
        account_id: '37d72a08-d0eb-83ad-b96d-c82bfbf4d144',
        role: 'admin',
      }),
    )
  },
  listCredentials: async (client) => {
    console.log(await client.credentials.list({ page_size: 2 }))
  },
  getCurrentCredential: async (client) => {
    console.log(await client.credentials.current())
  },
  rotateCredential: async (client) => {
    console.log(
      await client.credentials.rotate('8422b7c5-d3bd-8eb1-9845-240c009ab090', {
        overlap_seconds: 3600,
      }),
    )
  },
  revokeCredential: async (client) => {
    console.log(await client.credentials.revoke('8422b7c5-d3bd-8eb1-9845-240c009ab090'))
  },
  listApprovals: async (client) => {
    console.log(await client.approvals.list({ state: 'PENDING', page_size: 1 }))
  },
  getApproval: async (client) => {
    console.log(await client.approvals.get('4d067116-9feb-8e55-a15d-31390f6f5f71'))
  },
  approveApproval: async (client) => {
    console.log(
      await client.approvals.approve('4d067116-9feb-8e55-a15d-31390f6f5f71', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  rejectApproval: async (client) => {
    console.log(
      await client.approvals.reject('ace1055f-868c-8428-8897-f4df0f5bd644', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  withdrawApproval: async (client) => {
    console.log(await client.approvals.withdraw('b0e3968c-fd11-812d-981a-31855024799a'))
  },
  getApprovalPolicy: async (client) => {
    console.log(await client.approvalPolicies.get())
  },
  setApprovalPolicy: async (client) => {
    console.log(
      await client.approvalPolicies.set({
        rules: [
          {
            operation: 'createOrder',
            above_usd: '250000',
            approvals: 1,
            within_seconds: 3600,
          },
        ],
      }),
    )
  },
  listApprovalPolicies: async (client) => {
    console.log(await client.approvalPolicies.list({ page_size: 2 }))
  },
  listAuditEntries: async (client) => {
    console.log(await client.audit.list({ page_size: 2 }))
  },
  createCustodian: async (client) => {
    console.log(
      await client.custodians.create({
        id: 'northlight',
        name: 'Northlight Custody',
        adapter: 'simulated',
      }),
    )
  },
  listCustodians: async (client) => {
    console.log(await client.custodians.list())
  },
  createAsset: async (client) => {
    console.log(
      await client.assets.create({
        symbol: 'LINK',
        name: 'Chainlink',
        normalized_symbol: 'LINK',
        decimals: 18,
      }),
    )
  },
  listAssets: async (client) => {
    console.log(await client.assets.list({ page_size: 3 }))
  },
  createWallet: async (client) => {
    console.log(
      await client.wallets.create({
        id: 'meridian-treasury',
        organization_id: '1ef50dab-fb74-830c-8973-b605af037e50',
        custodian: 'northlight',
        name: 'Meridian Bank, treasury',
        address: '0x00000000000000000000000000000000example1',
        assets: ['USDT', 'ETH'],
      }),
    )
  },
  listWallets: async (client) => {
    console.log(await client.wallets.list({ page_size: 2 }))
  },
  listInstructions: async (client) => {
    console.log(await client.instructions.list({ stalled: true }))
  },
  resumeInstruction: async (client) => {
    console.log(await client.instructions.resume('41e408b7-833d-8ed1-b538-e3d2f96fac28'))
  },
  getToday: async (client) => {
    console.log(await client.today.show())
  },
  search: async (client) => {
    console.log(await client.search.find({ query: '2' }))
  },
  listStateMachines: async (client) => {
    console.log(await client.stateMachines.list())
  },
  getSandbox: async (client) => {
    console.log(await client.sandbox.get())
  },
  advanceSandbox: async (client) => {
    console.log(await client.sandbox.advance({ to: '2026-01-05T10:30:00.000Z' }))
  },
  scriptSandboxPrices: async (client) => {
    console.log(
      await client.sandbox.scriptPrices({
        prices: [
          {
            asset: 'ETH',
            source: 'sandbox-feed',
            price_usd: '2300',
            time: '2026-01-05T10:30:00.000Z',
          },
        ],
      }),
    )
  },
  scriptSandboxCustodian: async (client) => {
    console.log(
      await client.sandbox.scriptCustodian({ custodian: 'simulated', outcome: 'failed', times: 2 }),
    )
  },
  decideSandboxTransfer: async (client) => {
    console.log(
      await client.sandbox.decide({
        transfer_id: '63f70704-2a9f-8689-bfb6-954ab071fd52',
        decision: 'approved',
      }),
    )
  },
}
