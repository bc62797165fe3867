import { Type } from '@sinclair/typebox'
import { Count, secureOrigin } from './setting.ts'

export const custodySettings = {
  CUSTODY_WORKERS: Type.Integer({
    ...Count(16, 64),
    minimum: 0,
    description:
      'The largest number of custodian instructions that this process works on at once. 0 leaves them to other processes.',
  }),
  CUSTODY_ATTEMPTS_MAX: Type.Integer({
    ...Count(12, 1000),
    description:
      'How many attempts in a row may fail before an instruction is stalled and a person must look.',
  }),
  TRANSFER_LATE_AFTER_S: Type.Integer({
    ...Count(86_400, 31_536_000),
    description:
      'A transfer that has not ended is late this many seconds after its first attempt was instructed, where the terms of its deal do not say otherwise. Transfers that are instructed already keep the time that they were given.',
  }),
  SIMULATED_CUSTODY_SEED: Type.String({
    default: 'vadium',
    minLength: 1,
    maxLength: 200,
    description:
      'The seed of the delays of the simulated custodian. The same seed gives the same delays.',
  }),
  FIREBLOCKS_API_KEY: Type.Optional(
    Type.String({ maxLength: 200, description: 'The API key of a Fireblocks workspace.' }),
  ),
  FIREBLOCKS_SECRET_KEY_FILE: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'The path of the secret key of FIREBLOCKS_API_KEY, an RSA key in PEM.',
    }),
  ),
  FIREBLOCKS_BASE_URL: Type.Optional(
    Type.String({
      pattern: `${secureOrigin}(/[A-Za-z0-9._~-]+)*$`,
      maxLength: 1000,
      description:
        'The base URL of the Fireblocks API: https://api.fireblocks.io/v1, https://eu-api.fireblocks.io/v1, https://eu2-api.fireblocks.io/v1 or https://sandbox-api.fireblocks.io/v1.',
    }),
  ),
  FIREBLOCKS_ASSETS: Type.Optional(
    Type.String({
      pattern: '^[!-+\\--<>-~]{1,64}=[\\w.-]{1,64}(?:,[!-+\\--<>-~]{1,64}=[\\w.-]{1,64})*$',
      maxLength: 20_000,
      description:
        'The Fireblocks asset id of each asset symbol, such as BTC=BTC,USDC=USDC_POLYGON_NXTB.',
    }),
  ),
  FIREBLOCKS_WEBHOOK_JWKS_URL: Type.Optional(
    Type.String({
      pattern: `${secureOrigin}(/[A-Za-z0-9._~-]+)*$`,
      maxLength: 1000,
      description:
        'The URL of the keys that sign Fireblocks webhooks, such as https://keys.fireblocks.io/.well-known/jwks.json.',
    }),
  ),
  FIREBLOCKS_WEBHOOK_KEY_FILE: Type.Optional(
    Type.String({
      maxLength: 4096,
      description:
        'The path of the public key that signs Fireblocks webhooks of the older kind, an RSA key in PEM.',
    }),
  ),
}
