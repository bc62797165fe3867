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
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, description }))

export const getSandbox = operation({
  id: 'getSandbox',
  method: 'GET',
  path: '/sandbox',
  summary: 'Get the sandbox',
  description: 'What time it is in the book, and what is still to come.',
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
    'Moves the time on, and everything that falls due on the way happens at its time: prices, deadlines, custodians. After 2,000 such steps, or after some seconds, it stops where it is; ask again until the answer has the time that you asked for.',
  command: ['sandbox', 'advance'],
  group: 'sandbox',
  roles: ['operator'],
  safe: false,
  sandboxOnly: true,
  body: Type.Object(
    { to: described(Timestamp, 'The time to advance to, not before that of the book.') },
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
    'What each source will quote from when on. It goes on quoting that until the script says otherwise.',
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
            time: described(Timestamp, 'From when on, not before the time of the book.'),
            asset: AssetSymbol,
            source: PriceSource,
            price_usd: described(DecimalString, 'Above zero.'),
          },
          { title: 'ScriptedPrice', additionalProperties: false },
        ),
        { minItems: 1, maxItems: 500 },
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
    'What becomes of the next instructions to a simulated custodian. What is not said goes its usual way. At most 1,000 scripts wait.',
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
          description: 'For so many instructions; one unless given.',
        }),
      ),
      outcome: Type.Optional(enumeration(simulatedOutcomes, { description: 'How they end.' })),
      stages: Type.Optional(
        Type.Array(
          Type.Object(
            {
              word: enumeration(simulatedStages, { description: "The custodian's word for it." }),
              lasts_ms: Type.Union([Type.Integer({ minimum: 0, maximum: yearMs }), Type.Null()], {
                description: 'Milliseconds. Null: until somebody decides.',
              }),
            },
            { title: 'SimulatedStage', additionalProperties: false },
          ),
          { maxItems: 16, description: 'The stages they pass, in order.' },
        ),
      ),
      lost_submissions: times('So many submissions never arrive, and are not answered.'),
      lost_answers: times('So many submissions are carried out, and the answer is lost.'),
      lost_replies: times('So many enquiries are not answered.'),
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
  description:
    'Approves or refuses, as somebody at the custodian would, what waits for a decision.',
  command: ['sandbox', 'decide'],
  group: 'sandbox',
  roles: ['operator'],
  safe: false,
  sandboxOnly: true,
  body: Type.Object(
    {
      transfer_id: Uuid,
      decision: enumeration(['approved', 'refused'], {
        description: 'What the approver at the custodian says.',
      }),
    },
    { title: 'DecideSandboxTransfer', additionalProperties: false },
  ),
  response: Sandbox,
  reasons: ['REFERENCE_UNKNOWN', 'INVALID_STATE'],
})
