import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { AssetSymbol, CustodianId } from '../resources/custody.ts'
import { PriceSource } from '../resources/price.ts'
import { Sandbox, simulatedOutcomes, simulatedStages } from '../resources/sandbox.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'

const yearMs = 31_536_000_000
const times = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, description, examples: [1] }))

export const getSandbox = operation({
  id: 'getSandbox',
  method: 'GET',
  path: '/sandbox',
  summary: 'Get the sandbox',
  description: 'Returns the time of the sandbox and the amount of work that is due later.',
  command: ['sandbox', 'get'],
  group: 'sandbox',
  roles: ['operator'],
  safe: true,
  sandboxOnly: true,
  response: Sandbox,
  reasons: [],
})

export const advanceSandbox = operation({
  id: 'advanceSandbox',
  method: 'POST',
  path: '/sandbox:advance',
  summary: 'Advance the time of the sandbox',
  description:
    'Moves the time of the sandbox forward. Scripted prices, deadlines and custodian answers on the way happen at their own time. The call stops after 2,000 such steps or a few seconds. Repeat it until the answer has the requested time.',
  command: ['sandbox', 'advance'],
  group: 'sandbox',
  roles: ['operator'],
  safe: false,
  sandboxOnly: true,
  body: Type.Object(
    { to: described(Timestamp, 'The time to advance to. Not before the time of the sandbox.') },
    { title: 'AdvanceSandbox', additionalProperties: false },
  ),
  response: Sandbox,
  reasons: ['VALUE_INVALID'],
})

export const scriptSandboxPrices = operation({
  id: 'scriptSandboxPrices',
  method: 'POST',
  path: '/sandbox:script-prices',
  summary: 'Script prices of the sandbox',
  description:
    'Scripts the quotes of price sources. A source repeats its quote until its next scripted quote.',
  command: ['sandbox', 'script-prices'],
  group: 'sandbox',
  roles: ['operator'],
  safe: false,
  sandboxOnly: true,
  body: Type.Object(
    {
      prices: Type.Array(
        Type.Object(
          {
            time: described(
              Timestamp,
              'When the source begins to quote this price. Not before the time of the sandbox.',
            ),
            asset: AssetSymbol,
            source: PriceSource,
            price_usd: described(
              DecimalString,
              'The price of one unit of the asset in USD, above zero.',
              '59120.5',
            ),
          },
          {
            title: 'ScriptedPrice',
            additionalProperties: false,
            description: 'The price that a source quotes from a time on.',
          },
        ),
        { minItems: 1, maxItems: 500, description: '1 to 500 quotes.' },
      ),
    },
    { title: 'ScriptSandboxPrices', additionalProperties: false },
  ),
  response: Sandbox,
  reasons: ['REFERENCE_UNKNOWN', 'VALUE_INVALID'],
})

export const scriptSandboxCustodian = operation({
  id: 'scriptSandboxCustodian',
  method: 'POST',
  path: '/sandbox:script-custodian',
  summary: 'Script a custodian of the sandbox',
  description:
    'Scripts how a simulated custodian handles its next instructions. Omitted members keep the default behaviour. At most 1,000 scripts may be pending.',
  command: ['sandbox', 'script-custodian'],
  group: 'sandbox',
  roles: ['operator'],
  safe: false,
  sandboxOnly: true,
  body: Type.Object(
    {
      custodian: CustodianId,
      token: Type.Optional(described(AssetSymbol, 'Only instructions that move this asset.')),
      times: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: 'The number of instructions that this script applies to. Default: 1.',
          examples: [1],
        }),
      ),
      outcome: Type.Optional(
        enumeration(simulatedOutcomes, {
          description: 'The final outcome of the instructions. Default: completed.',
        }),
      ),
      stages: Type.Optional(
        Type.Array(
          Type.Object(
            {
              word: enumeration(simulatedStages, {
                description: "The stage, in the custodian's own words.",
              }),
              lasts_ms: Type.Union([Type.Integer({ minimum: 0, maximum: yearMs }), Type.Null()], {
                description:
                  'The duration of the stage in milliseconds. Null: until `decideSandboxTransfer` is called.',
                examples: [60_000],
              }),
            },
            {
              title: 'SimulatedStage',
              additionalProperties: false,
              description: 'A stage that an instruction passes at the custodian.',
            },
          ),
          { maxItems: 16, description: 'The stages before the outcome, in order.' },
        ),
      ),
      lost_submissions: times(
        'The number of submissions that do not reach the custodian and get no answer. Default: 0.',
      ),
      lost_answers: times(
        'The number of submissions that are carried out but get no answer. Default: 0.',
      ),
      lost_replies: times('The number of status queries that get no answer. Default: 0.'),
    },
    { title: 'ScriptSandboxCustodian', additionalProperties: false },
  ),
  response: Sandbox,
  reasons: ['REFERENCE_UNKNOWN', 'INVALID_STATE'],
})

export const decideSandboxTransfer = operation({
  id: 'decideSandboxTransfer',
  method: 'POST',
  path: '/sandbox:decide',
  summary: 'Decide a transfer in the sandbox',
  description: 'Approves or refuses a transfer that awaits a decision at its simulated custodian.',
  command: ['sandbox', 'decide'],
  group: 'sandbox',
  roles: ['operator'],
  safe: false,
  sandboxOnly: true,
  body: Type.Object(
    {
      transfer_id: described(Uuid, 'The transfer that awaits a decision.'),
      decision: enumeration(['approved', 'refused'], {
        description: 'The decision of the approver at the custodian.',
      }),
    },
    { title: 'DecideSandboxTransfer', additionalProperties: false },
  ),
  response: Sandbox,
  reasons: ['REFERENCE_UNKNOWN', 'INVALID_STATE'],
})
