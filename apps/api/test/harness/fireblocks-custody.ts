import { FireblocksCustody } from '../../src/features/custody/fireblocks/fireblocks-custody.ts'
import type { FireblocksSettings } from '../../src/features/custody/fireblocks/fireblocks-settings.ts'
import { FireblocksStandIn } from './fireblocks-stand-in.ts'

export interface FireblocksWorld {
  readonly standIn: FireblocksStandIn
  readonly custody: FireblocksCustody
  /** All log lines. */
  readonly log: readonly object[]
  /** The same workspace with other settings. */
  another(changes: Partial<FireblocksSettings>): Promise<FireblocksCustody>
  readonly settings: FireblocksSettings
}

/** A custodian `simulated` for the instructions of the tests, in a workspace at a stand-in. */
export async function openFireblocksWorld(): Promise<FireblocksWorld> {
  const standIn = await FireblocksStandIn.open()
  const log: object[] = []
  const settings: FireblocksSettings = {
    access: {
      apiKey: standIn.apiKey,
      secretKey: standIn.secretKeyPem,
      baseUrl: standIn.baseUrl,
    },
    assetIds: new Map([
      ['ETH', 'ETH_TEST5'],
      ['BTC', 'BTC_TEST'],
    ]),
    webhookKeys: { publicKey: standIn.webhookKey, keySetUrl: standIn.keySetUrl },
  }
  const another = (changes: Partial<FireblocksSettings>) =>
    FireblocksCustody.open(
      { id: 'simulated', name: 'Fireblocks' },
      { ...settings, ...changes },
      { warn: (record: object) => void log.push(record) },
    )
  return { standIn, custody: await another({}), log, another, settings }
}
