// Generated from the examples of the OpenAPI document by "pnpm docs:write". Do not edit it.
/* oxlint-disable no-console -- These are the programs of users, who look at the answers. */
import type { VadiumClient } from '../src/index.ts'

export const sdkSamples: Readonly<Record<string, (client: VadiumClient) => Promise<void>>> = {
  previewMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.preview({
        position_id: '80699540-8a44-89df-b229-96c9817d27d9',
        explain: true,
      }),
    )
  },
  createMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.create({
        position_id: '80699540-8a44-89df-b229-96c9817d27d9',
        calculation_id: 'DojDIsol8Abp2C7gJX5WQBRRv26k-YDOijyAAc0bSug',
      }),
    )
  },
  listMarkToMarketRequests: async (client) => {
    console.log(
      await client.markToMarketRequests.list({
        position_id: '80699540-8a44-89df-b229-96c9817d27d9',
        page_size: 1,
      }),
    )
  },
  exportMarkToMarketRequests: async (client) => {
    for await (const row of client.markToMarketRequests.export({
      position_id: '80699540-8a44-89df-b229-96c9817d27d9',
    }))
      console.log(row)
  },
  getMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.get('ab4cdcf0-eb70-86b4-9043-c2c9c052638e'))
  },
  acceptMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.accept('ab4cdcf0-eb70-86b4-9043-c2c9c052638e'))
  },
  rejectMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.reject('01d1c209-3d02-8725-8d4c-833bc332d0fb'))
  },
  disputeMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.dispute('12cbcc21-142e-8ab7-8155-d1777f702f84', {
        counter_notional_usd: '150000',
        reason: 'PRICE',
        note: 'We mark ETH at 2,180.',
      }),
    )
  },
  cancelMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.cancel('38fe1f9d-2ea2-895f-a470-7223b27bd055'))
  },
  retryMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.retry('a19c4220-c1ff-845f-9450-f59e073e8ce9'))
  },
  listTransfers: async (client) => {
    console.log(await client.transfers.list({ orderId: 2, token: 'ETH', page_size: 2 }))
  },
  getTransfer: async (client) => {
    console.log(await client.transfers.get('5550601e-b93b-8506-a63c-26c74ba6991c'))
  },
  cancelTransfer: async (client) => {
    console.log(await client.transfers.cancel('b2c8b3f3-d454-82fc-bfc0-bf4a884d6357'))
  },
  listPositions: async (client) => {
    console.log(await client.positions.list({ status: 'ACTIVE', page_size: 1 }))
  },
  exportPositions: async (client) => {
    for await (const row of client.positions.export({ status: 'ACTIVE' })) console.log(row)
  },
  getPosition: async (client) => {
    console.log(await client.positions.get('80699540-8a44-89df-b229-96c9817d27d9'))
  },
  getPositionPrices: async (client) => {
    console.log(await client.positions.prices('80699540-8a44-89df-b229-96c9817d27d9'))
  },
  listPositionValuations: async (client) => {
    console.log(
      await client.positions.valuations('80699540-8a44-89df-b229-96c9817d27d9', { page_size: 1 }),
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
    console.log(await client.orders.get('cda2d27c-c179-8438-9cdf-06c17dbb376d'))
  },
  acceptOrder: async (client) => {
    console.log(
      await client.orders.accept('cda2d27c-c179-8438-9cdf-06c17dbb376d', {
        asset_wallet_id: 'harbor-treasury-ethereum',
        collateral_wallet_id: 'harbor-collateral-ethereum',
      }),
    )
  },
  rejectOrder: async (client) => {
    console.log(await client.orders.reject('ac0b0e98-fe3d-834d-bbfe-2173f7c0aa60'))
  },
  cancelOrder: async (client) => {
    console.log(await client.orders.cancel('cd8b80af-9e80-8c31-8620-50a77c83e5a7'))
  },
  closeOrder: async (client) => {
    console.log(await client.orders.close('f1b0fff8-aa40-85d9-bbe5-61163952000b'))
  },
  cancelOrderClose: async (client) => {
    console.log(await client.orders.cancelClose('f1b0fff8-aa40-85d9-bbe5-61163952000b'))
  },
  changeOrderWallets: async (client) => {
    console.log(
      await client.orders.changeWallets('f1b0fff8-aa40-85d9-bbe5-61163952000b', {
        collateral_wallet_id: 'kestrel-treasury-ethereum',
      }),
    )
  },
  retryOrder: async (client) => {
    console.log(await client.orders.retry('f1b0fff8-aa40-85d9-bbe5-61163952000b'))
  },
  abandonOrder: async (client) => {
    console.log(await client.orders.abandon('d28b55c6-e921-8dc6-b1de-e0ca1a85fc3e'))
  },
  createOrderRequest: async (client) => {
    console.log(
      await client.orderRequests.create({
        position_id: '80699540-8a44-89df-b229-96c9817d27d9',
        kind: 'return',
        quantity: '100000',
        note: 'We have sold a part of it.',
      }),
    )
  },
  listOrderRequests: async (client) => {
    console.log(
      await client.orderRequests.list({
        position_id: '80699540-8a44-89df-b229-96c9817d27d9',
        page_size: 1,
      }),
    )
  },
  getOrderRequest: async (client) => {
    console.log(await client.orderRequests.get('e5ca1c8d-ed38-8627-9883-57138d4cf584'))
  },
  acceptOrderRequest: async (client) => {
    console.log(await client.orderRequests.accept('e5ca1c8d-ed38-8627-9883-57138d4cf584'))
  },
  rejectOrderRequest: async (client) => {
    console.log(await client.orderRequests.reject('444ca32a-3c47-8287-aa6c-8878188addb2'))
  },
  cancelOrderRequest: async (client) => {
    console.log(await client.orderRequests.cancel('c6a46e23-b0f2-8e46-a891-2e5c5035b60f'))
  },
  retryOrderRequest: async (client) => {
    console.log(await client.orderRequests.retry('17671de0-00ce-8208-8bcb-dc37463acdbf'))
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
    console.log(await client.notifications.get('f8f25bff-3e11-8f7d-89c4-f90e8fd879b2'))
  },
  markNotificationRead: async (client) => {
    console.log(await client.notifications.markRead('f8f25bff-3e11-8f7d-89c4-f90e8fd879b2'))
  },
  markAllNotificationsRead: async (client) => {
    console.log(
      await client.notifications.markAllRead({ until_id: 'f8f25bff-3e11-8f7d-89c4-f90e8fd879b2' }),
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
    console.log(await client.chats.get('cda2d27c-c179-8438-9cdf-06c17dbb376d'))
  },
  listChatEntries: async (client) => {
    console.log(
      await client.chats.entries('cda2d27c-c179-8438-9cdf-06c17dbb376d', { page_size: 2 }),
    )
  },
  postChatMessage: async (client) => {
    console.log(
      await client.chats.post('cda2d27c-c179-8438-9cdf-06c17dbb376d', {
        text: 'We can send the asset today.',
      }),
    )
  },
  resolveChatAction: async (client) => {
    console.log(
      await client.chats.resolve(
        'fe998ef7-f30b-82e8-96a6-5fce4f15dd66',
        'a6663109-c732-8982-8583-9f3bac142cfe',
        { decision: 'reject' },
      ),
    )
  },
  markChatRead: async (client) => {
    console.log(
      await client.chats.read('cda2d27c-c179-8438-9cdf-06c17dbb376d', {
        entry_id: 'af86f3d8-3aec-8900-a847-5ad29764fb98',
      }),
    )
  },
  streamChatEvents: async (client) => {
    for await (const event of client.chats.stream({
      order_id: 'cda2d27c-c179-8438-9cdf-06c17dbb376d',
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
    console.log(await client.webhooks.get('50cae27f-2af9-83f6-8707-4e8ff38db326'))
  },
  updateWebhookEndpoint: async (client) => {
    console.log(
      await client.webhooks.update('50cae27f-2af9-83f6-8707-4e8ff38db326', {
        description: 'Our book, for the risk desk',
      }),
    )
  },
  enableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.enable('50cae27f-2af9-83f6-8707-4e8ff38db326'))
  },
  disableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.disable('50cae27f-2af9-83f6-8707-4e8ff38db326'))
  },
  deleteWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.delete('50cae27f-2af9-83f6-8707-4e8ff38db326'))
  },
  rotateWebhookSecret: async (client) => {
    console.log(await client.webhooks.rotateSecret('50cae27f-2af9-83f6-8707-4e8ff38db326'))
  },
  testWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.test('50cae27f-2af9-83f6-8707-4e8ff38db326'))
  },
  listWebhookDeliveries: async (client) => {
    console.log(await client.webhooks.listDeliveries({ state: 'delivered', page_size: 2 }))
  },
  getWebhookDelivery: async (client) => {
    console.log(await client.webhooks.getDelivery('26a12e38-e389-8558-9de3-4ee3edf45a74'))
  },
  resendWebhookDelivery: async (client) => {
    console.log(await client.webhooks.resend('26a12e38-e389-8558-9de3-4ee3edf45a74'))
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
      await client.agreements.amend('d58fd13d-aeee-8f52-808f-1fb7e548139b', {
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
      await client.agreements.accept('d58fd13d-aeee-8f52-808f-1fb7e548139b', { version: 1 }),
    )
  },
  getAgreement: async (client) => {
    console.log(await client.agreements.get('d58fd13d-aeee-8f52-808f-1fb7e548139b'))
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
  dismissPrice: async (client) => {
    console.log(
      await client.prices.dismiss({ asset: 'LINK', source: 'desk-feed', price_usd: '9.5' }),
    )
  },
  listPrices: async (client) => {
    console.log(await client.prices.list({ asset: 'ETH' }))
  },
  createPriceSource: async (client) => {
    console.log(
      await client.priceSources.create({
        source: 'desk-feed',
        account_id: '49877733-844a-8f7c-a0da-17656e50ee75',
      }),
    )
  },
  listPriceSources: async (client) => {
    console.log(await client.priceSources.list({ page_size: 2 }))
  },
  revokePriceSource: async (client) => {
    console.log(await client.priceSources.revoke('912c5369-1243-8c7b-8097-014575f9e8f2'))
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
  previewRequest: async (client) => {
    console.log(
      await client.requests.preview({
        operation: 'acceptMarkToMarketRequest',
        id: 'ab4cdcf0-eb70-86b4-9043-c2c9c052638e',
      }),
    )
  },
  listApprovals: async (client) => {
    console.log(await client.approvals.list({ state: 'PENDING', page_size: 1 }))
  },
  getApproval: async (client) => {
    console.log(await client.approvals.get('4f8e849c-b627-81e6-a0cf-d25ae907b793'))
  },
  approveApproval: async (client) => {
    console.log(
      await client.approvals.approve('4f8e849c-b627-81e6-a0cf-d25ae907b793', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  rejectApproval: async (client) => {
    console.log(
      await client.approvals.reject('2502dc50-c8b7-82bb-ad01-e721183143c4', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  withdrawApproval: async (client) => {
    console.log(await client.approvals.withdraw('2af4a032-b4fc-8d97-a6be-aa8f7011a6ba'))
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
  retireWallet: async (client) => {
    console.log(await client.wallets.retire({ wallet_id: 'meridian-treasury' }))
  },
  listInstructions: async (client) => {
    console.log(await client.instructions.list({ stalled: true }))
  },
  resumeInstruction: async (client) => {
    console.log(await client.instructions.resume('62c677cd-20ff-83e7-b0c8-800ffc87ccb7'))
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
        transfer_id: 'e6158bca-a7b4-88a1-b6f6-50a45736718f',
        decision: 'approved',
      }),
    )
  },
}
