import type { OrderPlan } from '../book/order-plan.ts'
import { bookTime, day, hour } from '../calendar.ts'

const usual = {
  status: 'ACTIVE',
  collateralType: 'BILATERAL',
  ratePercent: '5.25',
  openedAt: bookTime - 75 * day - 6 * hour,
} as const

/**
 * One order for each answer that a preview can give. The quantities are chosen for what the feeds quote:
 * BTC 97,250.50, ETH 3,412.25, SOL 184.125, USDC 1, USDT 0.9995.
 */
export const showcaseOrders: readonly OrderPlan[] = [
  // 120 BTC need 12,253,563.00 USDC at 105 %; 253,563.00 are missing.
  {
    ...usual,
    number: 1001,
    agreement: 'harbor-kestrel',
    asset: 'BTC',
    assetQuantity: '120',
    collateralAsset: 'USDC',
    collateralQuantity: '12000000',
  },
  // 115 BTC are worth 983,807.50 more than needed: 10.11 BTC in lots of 0.01.
  {
    ...usual,
    number: 1002,
    agreement: 'lumen-kestrel',
    asset: 'USDC',
    assetQuantity: '8500000',
    collateralAsset: 'BTC',
    collateralQuantity: '115',
  },
  // 17,362.75 are missing, and less than 25,000 is not called.
  {
    ...usual,
    number: 1003,
    agreement: 'lumen-kestrel',
    asset: 'USDC',
    assetQuantity: '2000000',
    collateralAsset: 'BTC',
    collateralQuantity: '24.5',
  },
  // 40 BTC need 4,084,521.00 USDC, and that is what is there.
  {
    ...usual,
    number: 1004,
    agreement: 'harbor-kestrel',
    asset: 'BTC',
    assetQuantity: '40',
    collateralAsset: 'USDC',
    collateralQuantity: '4084521',
  },
  // 162,050.00 are missing after the haircut, and have been called.
  {
    ...usual,
    number: 1005,
    agreement: 'harbor-tidewater',
    asset: 'ETH',
    assetQuantity: '1800',
    collateralAsset: 'USDC',
    collateralQuantity: '6500000',
    latest: { kind: 'callAwaitingAnswer', amount: '176141.304348', notionalUsd: '162050.00' },
  },
  // 105,141.93 were called, and the transfer failed.
  {
    ...usual,
    number: 1006,
    agreement: 'lumen-northgate',
    asset: 'USDC',
    assetQuantity: '3000000',
    collateralAsset: 'ETH',
    collateralQuantity: '980.25',
    latest: {
      kind: 'callFailed',
      amount: '30.81308154443548978',
      notionalUsd: '105141.93',
    },
  },
  {
    ...usual,
    number: 1007,
    agreement: 'harbor-northgate',
    asset: 'BTC',
    assetQuantity: '75.5',
    collateralAsset: 'ETH',
    collateralQuantity: '2510.75',
    latest: { kind: 'recallInProgress', assetQuantity: '12.25' },
  },
  // 126,781.50 USDC are missing, and just that is on its way.
  {
    ...usual,
    number: 1008,
    agreement: 'harbor-kestrel',
    asset: 'BTC',
    assetQuantity: '60',
    collateralAsset: 'USDC',
    collateralQuantity: '6000000',
    latest: {
      kind: 'collateralInTransit',
      direction: 'TopUp',
      amount: '126781.5',
      notionalUsd: '126781.50',
      state: 'pending_provider_approval',
    },
  },
  {
    ...usual,
    number: 1009,
    agreement: 'harbor-lumen',
    collateralType: 'TRIPARTY',
    asset: 'USDC',
    assetQuantity: '25000000',
    collateralAsset: 'BTC',
    collateralQuantity: '268.5',
  },
  {
    ...usual,
    number: 1010,
    agreement: 'lumen-northgate',
    status: 'OPENING',
    asset: 'SOL',
    assetQuantity: '42000.5',
    collateralAsset: 'USDC',
    collateralQuantity: '8900000',
    openedAt: bookTime - 2 * hour,
  },
  {
    ...usual,
    number: 1011,
    agreement: 'harbor-kestrel',
    status: 'CLOSED',
    asset: 'ETH',
    assetQuantity: '900',
    collateralAsset: 'USDC',
    collateralQuantity: '3300000',
    openedAt: bookTime - 140 * day,
    closedAt: bookTime - 21 * day - 4 * hour,
  },
  {
    ...usual,
    number: 1012,
    agreement: 'lumen-tidewater',
    status: 'CLOSING',
    asset: 'USDT',
    assetQuantity: '1500000',
    collateralAsset: 'SOL',
    collateralQuantity: '9100.4',
  },
  {
    ...usual,
    number: 1013,
    agreement: 'harbor-tidewater',
    asset: 'AVAX',
    assetQuantity: '150000',
    collateralAsset: 'USDC',
    collateralQuantity: '3600000',
  },
  {
    ...usual,
    number: 1014,
    agreement: 'harbor-lumen',
    asset: 'USDC',
    assetQuantity: '10000000',
    collateralAsset: 'TBILL',
    collateralQuantity: '101250',
  },
  // The settled collateral would do, but 250 ETH of it are disputed.
  {
    ...usual,
    number: 1015,
    agreement: 'lumen-northgate',
    asset: 'USDC',
    assetQuantity: '6000000',
    collateralAsset: 'ETH',
    collateralQuantity: '2050',
    disputedQuantity: '250',
    latest: { kind: 'callDisputed', amount: '220', notionalUsd: '750695.00' },
  },
  // Quadrillions, to the eighteenth decimal: no binary float holds such a quantity.
  {
    ...usual,
    number: 1016,
    agreement: 'lumen-northgate',
    asset: 'USDC',
    assetQuantity: '220000000',
    collateralAsset: 'GRAIN',
    collateralQuantity: '98765432109876543.123456789012345678',
  },
  // 8 % haircut: 8,800,000 USDT count for 8,091,952.00 against 8,189,400.00.
  {
    ...usual,
    number: 1017,
    agreement: 'harbor-tidewater',
    asset: 'ETH',
    assetQuantity: '2400',
    collateralAsset: 'USDT',
    collateralQuantity: '8800000',
  },
  // 120 % of 5,000,000 less a threshold of 250,000; 1,600 ETH are 290,400.00 short of it.
  {
    ...usual,
    number: 1018,
    agreement: 'harbor-northgate',
    asset: 'USDC',
    assetQuantity: '5000000',
    collateralAsset: 'ETH',
    collateralQuantity: '1600',
  },
  // 5,738.18 too much, which is less than one lot of 0.1 BTC.
  {
    ...usual,
    number: 1019,
    agreement: 'lumen-tidewater',
    asset: 'USDC',
    assetQuantity: '1000000',
    collateralAsset: 'BTC',
    collateralQuantity: '11.37',
  },
  // 972,505.00 too much, of which 6 BTC are on their way back.
  {
    ...usual,
    number: 1020,
    agreement: 'harbor-lumen',
    collateralType: 'RESTRICTED',
    asset: 'USDC',
    assetQuantity: '19068725.490196',
    collateralAsset: 'BTC',
    collateralQuantity: '210',
    latest: {
      kind: 'collateralInTransit',
      direction: 'Release',
      amount: '6',
      notionalUsd: '583503.00',
      state: 'confirming',
    },
  },
  // 10,000.00 are missing, and 10,000 is the minimum: equal counts.
  {
    ...usual,
    number: 1021,
    agreement: 'harbor-kestrel',
    asset: 'BTC',
    assetQuantity: '10',
    collateralAsset: 'USDC',
    collateralQuantity: '1011130.25',
  },
  // Coverage of 93 %, below the level of liquidation.
  {
    ...usual,
    number: 1022,
    agreement: 'northgate-kestrel',
    asset: 'SOL',
    assetQuantity: '20000',
    collateralAsset: 'USDT',
    collateralQuantity: '3426500',
  },
  // The borrower is suspended: the lender can mark it, the borrower cannot.
  {
    ...usual,
    number: 1023,
    agreement: 'lumen-cinder',
    asset: 'USDT',
    assetQuantity: '750000',
    collateralAsset: 'SOL',
    collateralQuantity: '5500',
  },
]
