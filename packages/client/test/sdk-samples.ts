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
    console.log(await client.markToMarketRequests.get('56c015f1-6b3b-8106-ae45-477bf26257d0'))
  },
  acceptMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.accept('56c015f1-6b3b-8106-ae45-477bf26257d0'))
  },
  rejectMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.reject('560c3be7-d7a0-8b30-8b00-619f470b7b55'))
  },
  disputeMarkToMarketRequest: async (client) => {
    console.log(
      await client.markToMarketRequests.dispute('c0978a00-19e1-85cc-8ae4-43b2afacaca2', {
        counter_notional_usd: '150000',
        reason: 'PRICE',
        note: 'We mark ETH at 2,180.',
      }),
    )
  },
  cancelMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.cancel('9aef1ec9-1efd-8abf-a1b5-d42f10e87fd8'))
  },
  retryMarkToMarketRequest: async (client) => {
    console.log(await client.markToMarketRequests.retry('94111f75-227e-8581-b9f0-374cca85b298'))
  },
  previewCallSet: async (client) => {
    console.log(
      await client.callSets.preview('a9000000-0000-4000-8000-000000000001', {
        direction: 'TopUp',
        position_ids: ['c065001d-3076-8329-b724-56a774ab9429'],
      }),
    )
  },
  createCallSet: async (client) => {
    console.log(
      await client.callSets.create({
        calculation_id: 'IMIo6PsujCFtOtmZJjytKic3a2GD5W4MB9UtZkNLnkg',
      }),
    )
  },
  listCallSets: async (client) => {
    console.log(await client.callSets.list({ page_size: 1 }))
  },
  getCallSet: async (client) => {
    console.log(await client.callSets.get('0bf3f5f3-cde8-8684-9ba0-6de07be5471e'))
  },
  acceptCallSet: async (client) => {
    console.log(await client.callSets.accept('0bf3f5f3-cde8-8684-9ba0-6de07be5471e', {}))
  },
  listTransfers: async (client) => {
    console.log(await client.transfers.list({ orderId: 2, token: 'ETH', page_size: 2 }))
  },
  getTransfer: async (client) => {
    console.log(await client.transfers.get('b8282862-ff22-845c-a738-216405e16325'))
  },
  cancelTransfer: async (client) => {
    console.log(await client.transfers.cancel('87454527-d408-8486-b076-f6c1ab7f0fbc'))
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
  sendCollateral: async (client) => {
    console.log(
      await client.positions.sendCollateral('aebb4521-9272-8bb7-8dd3-811679a5ea28', {
        quantity: '5',
      }),
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
  listOrderTerms: async (client) => {
    console.log(await client.orders.terms('e2f616bc-d3ac-8951-9e40-cbb138e7df20'))
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
    console.log(await client.orders.reject('97277707-6cfb-823f-a418-9ab31735d51b'))
  },
  cancelOrder: async (client) => {
    console.log(await client.orders.cancel('4ca19514-58e5-8457-a3cc-0a661a7c8051'))
  },
  closeOrder: async (client) => {
    console.log(await client.orders.close('349b0539-ef17-81f3-9ca9-aaf867dac1ea'))
  },
  cancelOrderClose: async (client) => {
    console.log(await client.orders.cancelClose('349b0539-ef17-81f3-9ca9-aaf867dac1ea'))
  },
  changeOrderWallets: async (client) => {
    console.log(
      await client.orders.changeWallets('349b0539-ef17-81f3-9ca9-aaf867dac1ea', {
        collateral_wallet_id: 'kestrel-treasury-ethereum',
      }),
    )
  },
  retryOrder: async (client) => {
    console.log(await client.orders.retry('349b0539-ef17-81f3-9ca9-aaf867dac1ea'))
  },
  abandonOrder: async (client) => {
    console.log(await client.orders.abandon('359d0f9c-1148-8a5f-91f9-fb86511ac74b'))
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
    console.log(await client.orderRequests.get('7ede74c5-94d0-8dd2-9499-0d24b3a7560d'))
  },
  acceptOrderRequest: async (client) => {
    console.log(await client.orderRequests.accept('7ede74c5-94d0-8dd2-9499-0d24b3a7560d'))
  },
  rejectOrderRequest: async (client) => {
    console.log(await client.orderRequests.reject('66c4f6bc-7c7a-841d-bb0d-e7fa5e86cd07'))
  },
  cancelOrderRequest: async (client) => {
    console.log(await client.orderRequests.cancel('3e3663a2-e660-80fa-9568-cd19c015065d'))
  },
  retryOrderRequest: async (client) => {
    console.log(await client.orderRequests.retry('f3a3bf37-b15e-8ef2-9878-ed3606441198'))
  },
  previewCloseOut: async (client) => {
    console.log(
      await client.closeOuts.preview({
        position_id: 'aebb4521-9272-8bb7-8dd3-811679a5ea28',
        in_default: 'borrower',
      }),
    )
  },
  createCloseOut: async (client) => {
    console.log(
      await client.closeOuts.create({
        position_id: 'd52ef2e8-7f43-8aa6-a840-1a4a0127ab1b',
        cause: 'LIQUIDATION_LEVEL',
        note: 'No top-up has arrived since Monday.',
      }),
    )
  },
  listCloseOuts: async (client) => {
    console.log(await client.closeOuts.list({ status: 'NOTICE', page_size: 1 }))
  },
  getCloseOut: async (client) => {
    console.log(await client.closeOuts.get('da53249d-7683-88cc-96c0-5de941a6a4e8'))
  },
  withdrawCloseOut: async (client) => {
    console.log(await client.closeOuts.withdraw('da53249d-7683-88cc-96c0-5de941a6a4e8'))
  },
  terminateCloseOut: async (client) => {
    console.log(await client.closeOuts.terminate('94c2a64a-d654-8250-87f4-2f706a3e46aa'))
  },
  retryCloseOut: async (client) => {
    console.log(await client.closeOuts.retry('94c2a64a-d654-8250-87f4-2f706a3e46aa'))
  },
  receiveCloseOut: async (client) => {
    console.log(await client.closeOuts.receive('94c2a64a-d654-8250-87f4-2f706a3e46aa'))
  },
  dischargeCloseOut: async (client) => {
    console.log(await client.closeOuts.discharge('4610666e-d876-8ea1-92bf-8fa5bf944b38'))
  },
  listDocuments: async (client) => {
    console.log(
      await client.documents.list({
        kind: 'confirmation',
        order_id: '36f5430d-2390-8c86-8796-279b46d38bda',
      }),
    )
  },
  getDocument: async (client) => {
    console.log(await client.documents.get('62076c50-9729-8a9e-8e13-9703813b45c7'))
  },
  getDocumentPdf: async (client) => {
    console.log(await client.documents.pdf('62076c50-9729-8a9e-8e13-9703813b45c7'))
  },
  getDocumentPreferences: async (client) => {
    console.log(await client.documentPreferences.get())
  },
  setDocumentPreferences: async (client) => {
    console.log(await client.documentPreferences.set({ kinds: ['confirmation'] }))
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
    console.log(await client.notifications.get('90572ceb-d130-80b4-b84e-a9a126f77b13'))
  },
  markNotificationRead: async (client) => {
    console.log(await client.notifications.markRead('90572ceb-d130-80b4-b84e-a9a126f77b13'))
  },
  markAllNotificationsRead: async (client) => {
    console.log(
      await client.notifications.markAllRead({ until_id: '90572ceb-d130-80b4-b84e-a9a126f77b13' }),
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
        '9fcb210b-1846-8156-bbc4-def8c769bd0a',
        '1d077c86-719d-87ce-957c-c23a5829aa15',
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
  setCounterpartyLimits: async (client) => {
    console.log(
      await client.limits.set({
        counterparty_id: 'a0000000-0000-4000-8000-000000000003',
        lent_usd_max: '50000000',
        assets: [{ asset: 'BTC', lent_quantity_max: '250' }],
        uncovered_usd_max: '500000',
        shock: '0.3',
        on_breach: 'warn',
      }),
    )
  },
  listCounterpartyLimits: async (client) => {
    console.log(await client.limits.list({ in_effect: true, page_size: 2 }))
  },
  setAutomation: async (client) => {
    console.log(
      await client.automations.set({
        counterparty_id: 'a0000000-0000-4000-8000-000000000003',
        calls: 'market_cut',
        calls_maximum_usd: '250000',
      }),
    )
  },
  listAutomations: async (client) => {
    console.log(await client.automations.list({ in_effect: true, page_size: 2 }))
  },
  reportPositions: async (client) => {
    for await (const row of client.reports.positions({
      as_of: '2026-01-12T19:40:00.000Z',
      status: 'ACTIVE',
    }))
      console.log(row)
  },
  reportExposureByCounterparty: async (client) => {
    for await (const row of client.reports.exposureByCounterparty({
      as_of: '2026-01-12T19:40:00.000Z',
    }))
      console.log(row)
  },
  reportExposureByAsset: async (client) => {
    for await (const row of client.reports.exposureByAsset({ as_of: '2026-01-12T19:40:00.000Z' }))
      console.log(row)
  },
  reportCollateralMovements: async (client) => {
    for await (const row of client.reports.collateralMovements({
      from: '2026-01-05T09:00:00.000Z',
      to: '2026-01-12T19:40:00.000Z',
    }))
      console.log(row)
  },
  reportInterest: async (client) => {
    for await (const row of client.reports.interest({
      from: '2026-01-05T09:00:00.000Z',
      to: '2026-01-12T19:40:00.000Z',
    }))
      console.log(row)
  },
  reportTransfers: async (client) => {
    for await (const row of client.reports.transfers({
      from: '2026-01-05T09:00:00.000Z',
      to: '2026-01-12T19:40:00.000Z',
      asset: 'ETH',
    }))
      console.log(row)
  },
  createMailAddress: async (client) => {
    console.log(
      await client.mail.add({
        address: 'margin@harbor.example',
        digest_time: '08:00',
        time_zone: 'Europe/London',
      }),
    )
  },
  listMailAddresses: async (client) => {
    console.log(await client.mail.list({ page_size: 2 }))
  },
  sendMailCode: async (client) => {
    console.log(await client.mail.sendCode('7fccac3b-70a5-8df3-8778-1ff7b6966490'))
  },
  verifyMailAddress: async (client) => {
    console.log(
      await client.mail.verify('7fccac3b-70a5-8df3-8778-1ff7b6966490', { code: '00000000' }),
    )
  },
  updateMailAddress: async (client) => {
    console.log(
      await client.mail.update('7fccac3b-70a5-8df3-8778-1ff7b6966490', {
        immediate_severity: 'critical',
      }),
    )
  },
  testMailAddress: async (client) => {
    console.log(await client.mail.test('7fccac3b-70a5-8df3-8778-1ff7b6966490'))
  },
  deleteMailAddress: async (client) => {
    console.log(await client.mail.delete('7fccac3b-70a5-8df3-8778-1ff7b6966490'))
  },
  listMailDeliveries: async (client) => {
    console.log(
      await client.mail.listDeliveries({
        mail_address_id: '7fccac3b-70a5-8df3-8778-1ff7b6966490',
        page_size: 2,
      }),
    )
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
    console.log(await client.webhooks.get('3e4e134d-73c7-89af-b112-536bd53a0d75'))
  },
  updateWebhookEndpoint: async (client) => {
    console.log(
      await client.webhooks.update('3e4e134d-73c7-89af-b112-536bd53a0d75', {
        description: 'Our book, for the risk desk',
      }),
    )
  },
  enableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.enable('3e4e134d-73c7-89af-b112-536bd53a0d75'))
  },
  disableWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.disable('3e4e134d-73c7-89af-b112-536bd53a0d75'))
  },
  deleteWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.delete('3e4e134d-73c7-89af-b112-536bd53a0d75'))
  },
  rotateWebhookSecret: async (client) => {
    console.log(await client.webhooks.rotateSecret('3e4e134d-73c7-89af-b112-536bd53a0d75'))
  },
  testWebhookEndpoint: async (client) => {
    console.log(await client.webhooks.test('3e4e134d-73c7-89af-b112-536bd53a0d75'))
  },
  listWebhookDeliveries: async (client) => {
    console.log(await client.webhooks.listDeliveries({ state: 'delivered', page_size: 2 }))
  },
  getWebhookDelivery: async (client) => {
    console.log(await client.webhooks.getDelivery('d890c323-f3bb-80e8-a95a-afabee1b5be1'))
  },
  resendWebhookDelivery: async (client) => {
    console.log(await client.webhooks.resend('d890c323-f3bb-80e8-a95a-afabee1b5be1'))
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
          release_percent: null,
          threshold_usd: '50000',
          minimum_notional_top_up_usd: '10000',
          minimum_notional_release_usd: '10000',
          lot_top_up: '0.01',
          lot_release: '0.01',
          dispute_tolerance_usd: '5000',
          dispute_tolerance_percent: null,
          close_out_discount: '0.03',
          top_up_when: 'minimum',
          default_causes: ['LIQUIDATION_LEVEL'],
          liquidation_confirm_seconds: 900,
          grace_seconds: 86400,
          settlement_time_seconds: null,
          dispute_time_seconds: 86400,
          recall_notice_seconds: null,
          close_out_scope: 'full',
          minimum_applies_to: 'deal',
          day_count: 'ACT/360',
          interest_schedule: 'at_close',
          cure_time_seconds: 14400,
          calendars: [],
          time_zone: null,
          notification_time: null,
          response_time: null,
          dispute_method: 'undisputed',
          eligible_collateral: [],
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
        id: '56c015f1-6b3b-8106-ae45-477bf26257d0',
      }),
    )
  },
  listApprovals: async (client) => {
    console.log(await client.approvals.list({ state: 'PENDING', page_size: 1 }))
  },
  getApproval: async (client) => {
    console.log(await client.approvals.get('ca07b46a-7011-8ca1-8091-af746cece10f'))
  },
  approveApproval: async (client) => {
    console.log(
      await client.approvals.approve('ca07b46a-7011-8ca1-8091-af746cece10f', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  rejectApproval: async (client) => {
    console.log(
      await client.approvals.reject('e80fd76f-89b7-85cf-8ed5-45dd51636ae8', {
        request_hash: '032cc00ac06d3f59e29e39d50f093f175921956d9d3b1439e38574e70a736c7b',
      }),
    )
  },
  withdrawApproval: async (client) => {
    console.log(await client.approvals.withdraw('74325b0c-6128-8e93-9fbf-dde29da24180'))
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
  setCalendar: async (client) => {
    console.log(
      await client.calendars.set({
        id: 'london',
        name: 'London bank holidays',
        holidays: [
          { date: '2026-12-25', name: 'Christmas Day' },
          { date: '2026-12-28', name: 'Boxing Day (substitute day)' },
        ],
        last_day: '2027-12-31',
      }),
    )
  },
  listCalendars: async (client) => {
    console.log(await client.calendars.list({ page_size: 2 }))
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
    console.log(await client.instructions.resume('55809e0d-cc05-80b0-ba2c-02d9748e3fea'))
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
        transfer_id: '76ba03cd-2997-89ac-9062-6a4fd870ac12',
        decision: 'approved',
      }),
    )
  },
}
