// Generated from the examples of the OpenAPI document by "pnpm docs:write". Do not edit it.
/* oxlint-disable no-console -- These are the programs of users, who look at the answers. */
import type { VadiumClient } from '../src/index.ts'

export const sdkSamples: Readonly<Record<string, (client: VadiumClient) => Promise<void>>> = {
  previewMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.preview({
        position_id: 'aebb4521-9272-8bb7-8dd3-811679a5ea28',
        explain: true,
      }),
    )
  },
  createMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.create({
        position_id: 'aebb4521-9272-8bb7-8dd3-811679a5ea28',
        calculation_id: 'M0tVvIMewWhXyPH05QaAAusCj9o6yppyoewuo-QMmuQ',
      }),
    )
  },
  listMarkToMarketRequests: async (client) => {
    console.log(
      await client.markToMarketRequests.list({
        position_id: 'aebb4521-9272-8bb7-8dd3-811679a5ea28',
        page_size: 1,
      }),
    )
  },
  exportMarkToMarketRequests: async (client) => {
    for await (const row of client.markToMarketRequests.export({
      position_id: 'aebb4521-9272-8bb7-8dd3-811679a5ea28',
    }))
      console.log(row)
  },
  getMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.get('a7dae67f-9c33-88e9-9786-88085bb18cea'))
  },
  acceptMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.accept('a7dae67f-9c33-88e9-9786-88085bb18cea'))
  },
  rejectMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.reject('02b99ff0-0de2-8ac9-9cd1-6475d2373cc6'))
  },
  disputeMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.dispute('c53230ba-70e2-8f62-839f-080d010308b6', {
        counter_notional_usd: '150000',
        reason: 'PRICE',
        note: 'We mark ETH at 2,180.',
      }),
    )
  },
  cancelMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.cancel('d80e4d2c-c533-889f-a63d-39c180371abe'))
  },
  retryMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.retry('87454527-d408-8486-b076-f6c1ab7f0fbc'))
  },
  listTransfers: async (client) => {
    console.log(await client.transfers.list({ orderId: 2, token: 'ETH', page_size: 2 }))
  },
  getTransfer: async (client) => {
    console.log(await client.transfers.get('90572ceb-d130-80b4-b84e-a9a126f77b13'))
  },
  cancelTransfer: async (client) => {
    console.log(await client.transfers.cancel('30d19cf4-8af1-8025-b30d-39a5fcbeeddc'))
  },
  listPositions: async (client) => {
    console.log(await client.positions.list({ status: 'ACTIVE', history_days: 7, page_size: 1 }))
  },
  exportPositions: async (client) => {
    for await (const row of client.positions.export({ status: 'ACTIVE' })) console.log(row)
  },
  getPosition: async (client) => {
    console.log(await client.positions.get('aebb4521-9272-8bb7-8dd3-811679a5ea28'))
  },
  getPositionPrices: async (client) => {
    console.log(await client.positions.prices('aebb4521-9272-8bb7-8dd3-811679a5ea28'))
  },
  listPositionValuations: async (client) => {
    console.log(
      await client.positions.valuations('aebb4521-9272-8bb7-8dd3-811679a5ea28', { page_size: 1 }),
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
    console.log(await client.orders.get('e2f616bc-d3ac-8951-9e40-cbb138e7df20'))
  },
  acceptOrder: async (client) => {
    console.log(
      await client.orders.accept('e2f616bc-d3ac-8951-9e40-cbb138e7df20', {
        asset_wallet_id: 'harbor-treasury-ethereum',
        collateral_wallet_id: 'harbor-collateral-ethereum',
      }),
    )
  },
  rejectOrder: async (client) => {
    console.log(await client.orders.reject('4ba8cb98-fdf3-8c66-adc5-ac4db561563c'))
  },
  cancelOrder: async (client) => {
    console.log(await client.orders.cancel('52b9e466-c8b1-8e9a-a8c6-bf9356584945'))
  },
  closeOrder: async (client) => {
    console.log(await client.orders.close('955bca9c-ee65-8611-b3bc-ecdc6c8ab583'))
  },
  cancelOrderClose: async (client) => {
    console.log(await client.orders.cancelClose('955bca9c-ee65-8611-b3bc-ecdc6c8ab583'))
  },
  changeOrderWallets: async (client) => {
    console.log(
      await client.orders.changeWallets('955bca9c-ee65-8611-b3bc-ecdc6c8ab583', {
        collateral_wallet_id: 'kestrel-treasury-ethereum',
      }),
    )
  },
  retryOrder: async (client) => {
    console.log(await client.orders.retry('955bca9c-ee65-8611-b3bc-ecdc6c8ab583'))
  },
  abandonOrder: async (client) => {
    console.log(await client.orders.abandon('b0e3968c-fd11-812d-981a-31855024799a'))
  },
  createOrderRequest: async (client) => {
    console.log(
      await client.orderRequests.create({
        position_id: 'aebb4521-9272-8bb7-8dd3-811679a5ea28',
        kind: 'return',
        quantity: '100000',
        note: 'We have sold a part of it.',
      }),
    )
  },
  listOrderRequests: async (client) => {
    console.log(
      await client.orderRequests.list({
        position_id: 'aebb4521-9272-8bb7-8dd3-811679a5ea28',
        page_size: 1,
      }),
    )
  },
  getOrderRequest: async (client) => {
    console.log(await client.orderRequests.get('ebdee8ab-f335-8105-b03c-abfad44448bc'))
  },
  acceptOrderRequest: async (client) => {
    console.log(await client.orderRequests.accept('ebdee8ab-f335-8105-b03c-abfad44448bc'))
  },
  rejectOrderRequest: async (client) => {
    console.log(await client.orderRequests.reject('e5f6b8f4-37fd-875c-bc88-57761c7be86c'))
  },
  cancelOrderRequest: async (client) => {
    console.log(await client.orderRequests.cancel('cbe21cc6-ee3b-893b-aa28-00c03ebcddd8'))
  },
  retryOrderRequest: async (client) => {
    console.log(await client.orderRequests.retry('25ca37ad-1263-8566-8f51-368278330d65'))
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
    console.log(await client.notifications.get('8e5a002b-268f-8a7c-b97a-2756eb61e7ba'))
  },
  markNotificationRead: async (client) => {
    console.log(await client.notifications.markRead('8e5a002b-268f-8a7c-b97a-2756eb61e7ba'))
  },
  markAllNotificationsRead: async (client) => {
    console.log(
      await client.notifications.markAllRead({ until_id: '8e5a002b-268f-8a7c-b97a-2756eb61e7ba' }),
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
    console.log(await client.chats.get('e2f616bc-d3ac-8951-9e40-cbb138e7df20'))
  },
  listChatEntries: async (client) => {
    console.log(
      await client.chats.entries('e2f616bc-d3ac-8951-9e40-cbb138e7df20', { page_size: 2 }),
    )
  },
  postChatMessage: async (client) => {
    console.log(
      await client.chats.post('e2f616bc-d3ac-8951-9e40-cbb138e7df20', {
        text: 'We can send the asset today.',
      }),
    )
  },
  resolveChatAction: async (client) => {
    console.log(
      await client.chats.resolve(
        'c21f4dda-5d2e-86e4-83b6-bbb1819c74bb',
        'ca9ac7e9-7a1a-8aaa-807b-4c9080f474c5',
        { decision: 'reject' },
      ),
    )
  },
  markChatRead: async (client) => {
    console.log(
      await client.chats.read('e2f616bc-d3ac-8951-9e40-cbb138e7df20', {
        entry_id: '97c22555-576a-810f-8c6e-95b177bb4be4',
      }),
    )
  },
  streamChatEvents: async (client) => {
    for await (const event of client.chats.stream({
      order_id: 'e2f616bc-d3ac-8951-9e40-cbb138e7df20',
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
    console.log(await client.webhooks.get('13de2c0a-5cce-835d-951f-7f36c01c8b4b'))
  },
  updateWebhookEndpoint: async (client) => {
    console.log(
      await client.webhooks.update('13de2c0a-5cce-835d-951f-7f36c01c8b4b', {
        description: 'Our book, for the risk desk',
      }),
    )
  },
  enableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.enable('13de2c0a-5cce-835d-951f-7f36c01c8b4b'))
  },
  disableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.disable('13de2c0a-5cce-835d-951f-7f36c01c8b4b'))
  },
  deleteWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.delete('13de2c0a-5cce-835d-951f-7f36c01c8b4b'))
  },
  rotateWebhookSecret: async (client) => {
    console.log(await client.webhooks.rotateSecret('13de2c0a-5cce-835d-951f-7f36c01c8b4b'))
  },
  testWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.test('13de2c0a-5cce-835d-951f-7f36c01c8b4b'))
  },
  listWebhookDeliveries: async (client) => {
    console.log(await client.webhooks.listDeliveries({ state: 'delivered', page_size: 2 }))
  },
  getWebhookDelivery: async (client) => {
    console.log(await client.webhooks.getDelivery('f9347ecb-8a66-8fb3-9573-65acaf64ba9a'))
  },
  resendWebhookDelivery: async (client) => {
    console.log(await client.webhooks.resend('f9347ecb-8a66-8fb3-9573-65acaf64ba9a'))
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
  proposeTerms: async (client) => {
    console.log(
      await client.agreements.propose('a9000000-0000-4000-8000-000000000001', {
        version: 2,
        terms: {
          requirement_percent: '150',
          haircut: null,
          margin_call_percent: '140',
          liquidation_percent: '120',
          threshold_usd: '50000',
          minimum_notional_top_up_usd: '10000',
          minimum_notional_release_usd: '10000',
          lot_top_up: '0.01',
          lot_release: '0.01',
          dispute_tolerance_usd: '5000',
          dispute_tolerance_percent: null,
          day_count: 'ACT/360',
          cure_time_seconds: 14400,
          dispute_method: 'undisputed',
        },
      }),
    )
  },
  withdrawTerms: async (client) => {
    console.log(
      await client.agreements.withdraw('a9000000-0000-4000-8000-000000000001', { version: 2 }),
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
        account_id: 'bd2ba9fb-da59-896c-816f-41fff4967eb8',
      }),
    )
  },
  listPriceSources: async (client) => {
    console.log(await client.priceSources.list({ page_size: 2 }))
  },
  revokePriceSource: async (client) => {
    console.log(await client.priceSources.revoke('4520c5c1-1a15-82db-9049-72131148003f'))
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
    console.log(await client.invitations.get('912c5369-1243-8c7b-8097-014575f9e8f2'))
  },
  confirmInvitation: async (client) => {
    console.log(
      await client.invitations.confirm('912c5369-1243-8c7b-8097-014575f9e8f2', {
        public_key: 's0fWaXNoKS8bSt6DmmtlE1V94AClG2WtG3yV5ECN0B4',
        account_id: '1f5e1cf7-e426-81de-a229-3af10d2c80e6',
        name: 'Ada Byron',
        role: 'execution',
      }),
    )
  },
  revokeInvitation: async (client) => {
    console.log(await client.invitations.revoke('0784b78c-dab2-84ab-b7e7-0d696add4e43'))
  },
  previewRequest: async (client) => {
    console.log(
      await client.requests.preview({
        operation: 'acceptMarkToMarketRequest',
        id: 'a7dae67f-9c33-88e9-9786-88085bb18cea',
      }),
    )
  },
  listApprovals: async (client) => {
    console.log(await client.approvals.list({ state: 'PENDING', page_size: 1 }))
  },
  getApproval: async (client) => {
    console.log(await client.approvals.get('06d43d41-7e6a-8477-ac71-837da97e1c77'))
  },
  approveApproval: async (client) => {
    console.log(
      await client.approvals.approve('06d43d41-7e6a-8477-ac71-837da97e1c77', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  rejectApproval: async (client) => {
    console.log(
      await client.approvals.reject('3ab7cb17-5bba-82e6-bfba-c232a412b09d', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  withdrawApproval: async (client) => {
    console.log(await client.approvals.withdraw('7e1f15a1-85cd-8a75-8a29-a2d8555e3cf1'))
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
    console.log(await client.instructions.resume('af4abc85-56b5-894d-a96f-6296895de136'))
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
        transfer_id: '2f65994b-a5c1-86be-90d9-121c369db555',
        decision: 'approved',
      }),
    )
  },
}
