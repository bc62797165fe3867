// Generated from the examples of the OpenAPI document by "pnpm docs:write". Do not edit it.
/* oxlint-disable no-console -- These are the programs of users, who look at the answers. */
import type { VadiumClient } from '../src/index.ts'

export const sdkSamples: Readonly<Record<string, (client: VadiumClient) => Promise<void>>> = {
  previewMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.preview({
        position_id: '7df6b9e6-b63b-857a-84a7-572bb75b3e66',
        explain: true,
      }),
    )
  },
  createMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.create({
        position_id: '7df6b9e6-b63b-857a-84a7-572bb75b3e66',
        calculation_id: 'M0tVvIMewWhXyPH05QaAAusCj9o6yppyoewuo-QMmuQ',
      }),
    )
  },
  listMarkToMarketRequests: async (client) => {
    console.log(
      await client.markToMarketRequests.list({
        position_id: '7df6b9e6-b63b-857a-84a7-572bb75b3e66',
        page_size: 1,
      }),
    )
  },
  exportMarkToMarketRequests: async (client) => {
    for await (const row of client.markToMarketRequests.export({
      position_id: '7df6b9e6-b63b-857a-84a7-572bb75b3e66',
    }))
      console.log(row)
  },
  getMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.get('e5ca1c8d-ed38-8627-9883-57138d4cf584'))
  },
  acceptMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.accept('e5ca1c8d-ed38-8627-9883-57138d4cf584'))
  },
  rejectMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.reject('30d19cf4-8af1-8025-b30d-39a5fcbeeddc'))
  },
  disputeMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.dispute('65d5b038-a125-8432-84a4-c75a6589bb4c', {
        counter_notional_usd: '150000',
        reason: 'PRICE',
        note: 'We mark ETH at 2,180.',
      }),
    )
  },
  cancelMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.cancel('7f8fa370-6896-8466-aeb6-22d176054c2b'))
  },
  retryMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.retry('f2091917-35ce-8b4f-a502-a29883d1d0ec'))
  },
  listTransfers: async (client) => {
    console.log(await client.transfers.list({ orderId: 2, token: 'ETH', page_size: 2 }))
  },
  getTransfer: async (client) => {
    console.log(await client.transfers.get('3c66f8fd-b094-89d9-b2f7-f6c28c2369a1'))
  },
  cancelTransfer: async (client) => {
    console.log(await client.transfers.cancel('a62fd2f1-1a78-8cc7-b1a1-b86e99348e22'))
  },
  listPositions: async (client) => {
    console.log(await client.positions.list({ status: 'ACTIVE', page_size: 1 }))
  },
  exportPositions: async (client) => {
    for await (const row of client.positions.export({ status: 'ACTIVE' })) console.log(row)
  },
  getPosition: async (client) => {
    console.log(await client.positions.get('7df6b9e6-b63b-857a-84a7-572bb75b3e66'))
  },
  getPositionPrices: async (client) => {
    console.log(await client.positions.prices('7df6b9e6-b63b-857a-84a7-572bb75b3e66'))
  },
  listPositionValuations: async (client) => {
    console.log(
      await client.positions.valuations('7df6b9e6-b63b-857a-84a7-572bb75b3e66', { page_size: 1 }),
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
    console.log(await client.orders.get('ad6f1e52-927b-8b9c-925d-e753830a80e7'))
  },
  acceptOrder: async (client) => {
    console.log(
      await client.orders.accept('ad6f1e52-927b-8b9c-925d-e753830a80e7', {
        asset_wallet_id: 'harbor-treasury-ethereum',
        collateral_wallet_id: 'harbor-collateral-ethereum',
      }),
    )
  },
  rejectOrder: async (client) => {
    console.log(await client.orders.reject('f1e5d754-a767-8add-9eea-a9228df81b87'))
  },
  cancelOrder: async (client) => {
    console.log(await client.orders.cancel('2f224774-ceff-8515-a563-9401b96b19a7'))
  },
  closeOrder: async (client) => {
    console.log(await client.orders.close('21d2cbe5-be81-8131-b269-d71f2f064029'))
  },
  cancelOrderClose: async (client) => {
    console.log(await client.orders.cancelClose('21d2cbe5-be81-8131-b269-d71f2f064029'))
  },
  changeOrderWallets: async (client) => {
    console.log(
      await client.orders.changeWallets('21d2cbe5-be81-8131-b269-d71f2f064029', {
        collateral_wallet_id: 'kestrel-treasury-ethereum',
      }),
    )
  },
  retryOrder: async (client) => {
    console.log(await client.orders.retry('21d2cbe5-be81-8131-b269-d71f2f064029'))
  },
  abandonOrder: async (client) => {
    console.log(await client.orders.abandon('226aa0ad-ba82-8ea2-9bdf-a983d40eb1fb'))
  },
  createOrderRequest: async (client) => {
    console.log(
      await client.orderRequests.create({
        position_id: '7df6b9e6-b63b-857a-84a7-572bb75b3e66',
        kind: 'return',
        quantity: '100000',
        note: 'We have sold a part of it.',
      }),
    )
  },
  listOrderRequests: async (client) => {
    console.log(
      await client.orderRequests.list({
        position_id: '7df6b9e6-b63b-857a-84a7-572bb75b3e66',
        page_size: 1,
      }),
    )
  },
  getOrderRequest: async (client) => {
    console.log(await client.orderRequests.get('fe65b004-8c70-82a5-a590-791591e46a11'))
  },
  acceptOrderRequest: async (client) => {
    console.log(await client.orderRequests.accept('fe65b004-8c70-82a5-a590-791591e46a11'))
  },
  rejectOrderRequest: async (client) => {
    console.log(await client.orderRequests.reject('b436ca58-3912-8d1b-8c61-1ec34fe907ea'))
  },
  cancelOrderRequest: async (client) => {
    console.log(await client.orderRequests.cancel('492fd735-c7da-87d5-ab31-953fb47cc86e'))
  },
  retryOrderRequest: async (client) => {
    console.log(await client.orderRequests.retry('e0895da0-1fa8-8c64-b66c-747caefd5e43'))
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
    console.log(await client.notifications.get('33270e93-6297-8d90-bf31-7c55ac6a23fd'))
  },
  markNotificationRead: async (client) => {
    console.log(await client.notifications.markRead('33270e93-6297-8d90-bf31-7c55ac6a23fd'))
  },
  markAllNotificationsRead: async (client) => {
    console.log(
      await client.notifications.markAllRead({ until_id: '33270e93-6297-8d90-bf31-7c55ac6a23fd' }),
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
    console.log(await client.chats.get('ad6f1e52-927b-8b9c-925d-e753830a80e7'))
  },
  listChatEntries: async (client) => {
    console.log(
      await client.chats.entries('ad6f1e52-927b-8b9c-925d-e753830a80e7', { page_size: 2 }),
    )
  },
  postChatMessage: async (client) => {
    console.log(
      await client.chats.post('ad6f1e52-927b-8b9c-925d-e753830a80e7', {
        text: 'We can send the asset today.',
      }),
    )
  },
  resolveChatAction: async (client) => {
    console.log(
      await client.chats.resolve(
        '4bab0ac8-4a65-8cd8-a76d-2834662e54df',
        '062f1108-7279-8496-a289-62e0d1725e94',
        { decision: 'reject' },
      ),
    )
  },
  markChatRead: async (client) => {
    console.log(
      await client.chats.read('ad6f1e52-927b-8b9c-925d-e753830a80e7', {
        entry_id: 'ec0f2572-a875-8b33-a24d-810224e0907b',
      }),
    )
  },
  streamChatEvents: async (client) => {
    for await (const event of client.chats.stream({
      order_id: 'ad6f1e52-927b-8b9c-925d-e753830a80e7',
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
        account_id: 'e96a9e23-bf2b-812a-b3c2-0c9ea75b2748',
      }),
    )
  },
  listPriceSources: async (client) => {
    console.log(await client.priceSources.list({ page_size: 2 }))
  },
  revokePriceSource: async (client) => {
    console.log(await client.priceSources.revoke('bd2ba9fb-da59-896c-816f-41fff4967eb8'))
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
        account_id: 'f47cae35-3163-8551-9955-6e0113ad4dc8',
        name: 'Ada Byron',
        role: 'execution',
      }),
    )
  },
  revokeInvitation: async (client) => {
    console.log(await client.invitations.revoke('8f699111-b178-8d2f-9107-f676a6ac7570'))
  },
  previewRequest: async (client) => {
    console.log(
      await client.requests.preview({
        operation: 'acceptMarkToMarketRequest',
        id: 'e5ca1c8d-ed38-8627-9883-57138d4cf584',
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
    console.log(await client.instructions.resume('02ed6adc-0d5f-842a-aa5e-d65fcaaf4faa'))
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
        transfer_id: '6ca1a997-6e06-8a24-8326-add0cdb760b5',
        decision: 'approved',
      }),
    )
  },
}
