// Generated from the examples of the OpenAPI document by "pnpm docs:write". Do not edit it.
/* oxlint-disable no-console -- These are the programs of users, who look at the answers. */
import type { VadiumClient } from '../src/index.ts'

export const sdkSamples: Readonly<Record<string, (client: VadiumClient) => Promise<void>>> = {
  previewMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.preview({
        position_id: '3a426e13-7cf0-8eb0-9903-f991a14c4235',
        explain: true,
      }),
    )
  },
  createMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.create({
        position_id: '3a426e13-7cf0-8eb0-9903-f991a14c4235',
        calculation_id: 'M0tVvIMewWhXyPH05QaAAusCj9o6yppyoewuo-QMmuQ',
      }),
    )
  },
  listMarkToMarketRequests: async (client) => {
    console.log(
      await client.markToMarketRequests.list({
        position_id: '3a426e13-7cf0-8eb0-9903-f991a14c4235',
        page_size: 1,
      }),
    )
  },
  exportMarkToMarketRequests: async (client) => {
    for await (const row of client.markToMarketRequests.export({
      position_id: '3a426e13-7cf0-8eb0-9903-f991a14c4235',
    }))
      console.log(row)
  },
  getMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.get('b63d4704-c3e6-85f6-93ee-f531548d3f0b'))
  },
  acceptMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.accept('b63d4704-c3e6-85f6-93ee-f531548d3f0b'))
  },
  rejectMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.reject('628b1998-d77e-8ef8-ba69-18b18eb530c9'))
  },
  disputeMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.dispute('94111f75-227e-8581-b9f0-374cca85b298', {
        counter_notional_usd: '150000',
        reason: 'PRICE',
        note: 'We mark ETH at 2,180.',
      }),
    )
  },
  cancelMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.cancel('0bb6a20b-5153-8296-93bc-bca5e61e02ac'))
  },
  retryMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.retry('d7a5e979-b978-8a7e-9f37-828a0f46b49c'))
  },
  listTransfers: async (client) => {
    console.log(await client.transfers.list({ orderId: 2, token: 'ETH', page_size: 2 }))
  },
  getTransfer: async (client) => {
    console.log(await client.transfers.get('8208ea4e-4787-80e6-9615-cb90e2952d55'))
  },
  cancelTransfer: async (client) => {
    console.log(await client.transfers.cancel('66c4f6bc-7c7a-841d-bb0d-e7fa5e86cd07'))
  },
  listPositions: async (client) => {
    console.log(await client.positions.list({ status: 'ACTIVE', page_size: 1 }))
  },
  exportPositions: async (client) => {
    for await (const row of client.positions.export({ status: 'ACTIVE' })) console.log(row)
  },
  getPosition: async (client) => {
    console.log(await client.positions.get('3a426e13-7cf0-8eb0-9903-f991a14c4235'))
  },
  getPositionPrices: async (client) => {
    console.log(await client.positions.prices('3a426e13-7cf0-8eb0-9903-f991a14c4235'))
  },
  listPositionValuations: async (client) => {
    console.log(
      await client.positions.valuations('3a426e13-7cf0-8eb0-9903-f991a14c4235', { page_size: 1 }),
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
    console.log(await client.orders.get('ec0f2572-a875-8b33-a24d-810224e0907b'))
  },
  acceptOrder: async (client) => {
    console.log(
      await client.orders.accept('ec0f2572-a875-8b33-a24d-810224e0907b', {
        asset_wallet_id: 'harbor-treasury-ethereum',
        collateral_wallet_id: 'harbor-collateral-ethereum',
      }),
    )
  },
  rejectOrder: async (client) => {
    console.log(await client.orders.reject('e9a34102-1b2c-87e5-8317-20e703338b32'))
  },
  cancelOrder: async (client) => {
    console.log(await client.orders.cancel('f1e5d754-a767-8add-9eea-a9228df81b87'))
  },
  closeOrder: async (client) => {
    console.log(await client.orders.close('4bab0ac8-4a65-8cd8-a76d-2834662e54df'))
  },
  cancelOrderClose: async (client) => {
    console.log(await client.orders.cancelClose('4bab0ac8-4a65-8cd8-a76d-2834662e54df'))
  },
  changeOrderWallets: async (client) => {
    console.log(
      await client.orders.changeWallets('4bab0ac8-4a65-8cd8-a76d-2834662e54df', {
        collateral_wallet_id: 'kestrel-treasury-ethereum',
      }),
    )
  },
  retryOrder: async (client) => {
    console.log(await client.orders.retry('4bab0ac8-4a65-8cd8-a76d-2834662e54df'))
  },
  abandonOrder: async (client) => {
    console.log(await client.orders.abandon('c7f6f683-d2d4-8f51-85de-c5a78a2a4e40'))
  },
  createOrderRequest: async (client) => {
    console.log(
      await client.orderRequests.create({
        position_id: '3a426e13-7cf0-8eb0-9903-f991a14c4235',
        kind: 'return',
        quantity: '100000',
        note: 'We have sold a part of it.',
      }),
    )
  },
  listOrderRequests: async (client) => {
    console.log(
      await client.orderRequests.list({
        position_id: '3a426e13-7cf0-8eb0-9903-f991a14c4235',
        page_size: 1,
      }),
    )
  },
  getOrderRequest: async (client) => {
    console.log(await client.orderRequests.get('b781c85f-ad14-8f5e-92e8-351ee55dc830'))
  },
  acceptOrderRequest: async (client) => {
    console.log(await client.orderRequests.accept('b781c85f-ad14-8f5e-92e8-351ee55dc830'))
  },
  rejectOrderRequest: async (client) => {
    console.log(await client.orderRequests.reject('38781bcd-132e-8120-83f2-8672954862a8'))
  },
  cancelOrderRequest: async (client) => {
    console.log(await client.orderRequests.cancel('c3a9b986-b3f8-8d73-8e6e-7b969c67855c'))
  },
  retryOrderRequest: async (client) => {
    console.log(await client.orderRequests.retry('5c9d85ea-9791-8376-8394-c7b8757b2c29'))
  },
  listEvents: async (client) => {
    console.log(
      await client.events.list({
        after: '0Un7-F4bBK0fujFI6Sy3Qytq1pndEGNS_1xl7NXZa8I',
        limit: 2,
      }),
    )
  },
  streamEvents: async (client) => {
    for await (const event of client.events.stream({
      type: 'order.updated',
      after: '0Un7-F4bBK0fujFI6Sy3Qytq1pndEGNS_1xl7NXZa8I',
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
    console.log(await client.notifications.get('e5ca1c8d-ed38-8627-9883-57138d4cf584'))
  },
  markNotificationRead: async (client) => {
    console.log(await client.notifications.markRead('e5ca1c8d-ed38-8627-9883-57138d4cf584'))
  },
  markAllNotificationsRead: async (client) => {
    console.log(
      await client.notifications.markAllRead({ until_id: 'e5ca1c8d-ed38-8627-9883-57138d4cf584' }),
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
      after: '0Un7-F4bBK0fujFI6Sy3Qytq1pndEGNS_1xl7NXZa8I',
    }))
      console.log(event)
  },
  listChats: async (client) => {
    console.log(await client.chats.list({ page_size: 1 }))
  },
  getChat: async (client) => {
    console.log(await client.chats.get('ec0f2572-a875-8b33-a24d-810224e0907b'))
  },
  listChatEntries: async (client) => {
    console.log(
      await client.chats.entries('ec0f2572-a875-8b33-a24d-810224e0907b', { page_size: 2 }),
    )
  },
  postChatMessage: async (client) => {
    console.log(
      await client.chats.post('ec0f2572-a875-8b33-a24d-810224e0907b', {
        text: 'We can send the asset today.',
      }),
    )
  },
  resolveChatAction: async (client) => {
    console.log(
      await client.chats.resolve(
        '2f224774-ceff-8515-a563-9401b96b19a7',
        'c8797b91-20ec-8550-b97d-5cd95c3044d2',
        { decision: 'reject' },
      ),
    )
  },
  markChatRead: async (client) => {
    console.log(
      await client.chats.read('ec0f2572-a875-8b33-a24d-810224e0907b', {
        entry_id: 'ea066039-3d26-89af-965b-93566f3dfd97',
      }),
    )
  },
  streamChatEvents: async (client) => {
    for await (const event of client.chats.stream({
      order_id: 'ec0f2572-a875-8b33-a24d-810224e0907b',
      after: '0Un7-F4bBK0fujFI6Sy3Qytq1pndEGNS_1xl7NXZa8I',
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
    console.log(await client.webhooks.get('a6800b18-b82d-8e67-a2ed-c36c1e69133b'))
  },
  updateWebhookEndpoint: async (client) => {
    console.log(
      await client.webhooks.update('a6800b18-b82d-8e67-a2ed-c36c1e69133b', {
        description: 'Our book, for the risk desk',
      }),
    )
  },
  enableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.enable('a6800b18-b82d-8e67-a2ed-c36c1e69133b'))
  },
  disableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.disable('a6800b18-b82d-8e67-a2ed-c36c1e69133b'))
  },
  deleteWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.delete('a6800b18-b82d-8e67-a2ed-c36c1e69133b'))
  },
  rotateWebhookSecret: async (client) => {
    console.log(await client.webhooks.rotateSecret('a6800b18-b82d-8e67-a2ed-c36c1e69133b'))
  },
  testWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.test('a6800b18-b82d-8e67-a2ed-c36c1e69133b'))
  },
  listWebhookDeliveries: async (client) => {
    console.log(await client.webhooks.listDeliveries({ state: 'delivered', page_size: 2 }))
  },
  getWebhookDelivery: async (client) => {
    console.log(await client.webhooks.getDelivery('3f1fbd5b-9523-83ee-a752-2e1127628e43'))
  },
  resendWebhookDelivery: async (client) => {
    console.log(await client.webhooks.resend('3f1fbd5b-9523-83ee-a752-2e1127628e43'))
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
        account_id: '0784b78c-dab2-84ab-b7e7-0d696add4e43',
      }),
    )
  },
  listPriceSources: async (client) => {
    console.log(await client.priceSources.list({ page_size: 2 }))
  },
  revokePriceSource: async (client) => {
    console.log(await client.priceSources.revoke('cda2d27c-c179-8438-9cdf-06c17dbb376d'))
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
  createInvitation: async (client) => {
    console.log(await client.invitations.create({ name: 'Ada Byron', role: 'execution' }))
  },
  listInvitations: async (client) => {
    console.log(await client.invitations.list({ page_size: 2 }))
  },
  getInvitation: async (client) => {
    console.log(await client.invitations.get('49877733-844a-8f7c-a0da-17656e50ee75'))
  },
  confirmInvitation: async (client) => {
    console.log(
      await client.invitations.confirm('49877733-844a-8f7c-a0da-17656e50ee75', {
        public_key: 's0fWaXNoKS8bSt6DmmtlE1V94AClG2WtG3yV5ECN0B4',
      }),
    )
  },
  revokeInvitation: async (client) => {
    console.log(await client.invitations.revoke('bb4cacb8-5552-8263-866e-515da99c6aef'))
  },
  previewRequest: async (client) => {
    console.log(
      await client.requests.preview({
        operation: 'acceptMarkToMarketRequest',
        id: 'b63d4704-c3e6-85f6-93ee-f531548d3f0b',
      }),
    )
  },
  listApprovals: async (client) => {
    console.log(await client.approvals.list({ state: 'PENDING', page_size: 1 }))
  },
  getApproval: async (client) => {
    console.log(await client.approvals.get('50cae27f-2af9-83f6-8707-4e8ff38db326'))
  },
  approveApproval: async (client) => {
    console.log(
      await client.approvals.approve('50cae27f-2af9-83f6-8707-4e8ff38db326', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  rejectApproval: async (client) => {
    console.log(
      await client.approvals.reject('0b73bab3-ae32-8d13-8aaa-4eece6ca26bb', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  withdrawApproval: async (client) => {
    console.log(await client.approvals.withdraw('bdcc9867-f3cd-81a1-9c81-8faabec2b64f'))
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
    console.log(await client.instructions.resume('86fb3cf7-0b75-8926-a4ea-7b4e26fdf542'))
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
        transfer_id: '53a77dcb-f723-8704-abde-baaf20983978',
        decision: 'approved',
      }),
    )
  },
}
