import { Type } from '@sinclair/typebox'
import { Count } from './setting.ts'

export const webhookSettings = {
  WEBHOOKS_AT_ONCE: Type.Integer({
    ...Count(128, 1000),
    minimum: 0,
    description:
      'The largest number of webhooks that this process sends at once. 0 leaves them to other processes.',
  }),
  WEBHOOKS_PER_ENDPOINT_MAX: Type.Integer({
    ...Count(16, 1000),
    description:
      'The largest number of webhooks sent to one endpoint at once, by all processes together. It is one while the last attempt at the endpoint failed.',
  }),
  WEBHOOK_ALLOWED_NETWORKS: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F.:]{1,45}/[0-9]{1,3}(?:,[0-9a-fA-F.:]{1,45}/[0-9]{1,3})*$',
      maxLength: 2000,
      description:
        'Private networks that webhooks may be sent to, over http as well: CIDR ranges, comma-separated. Addresses at which a cloud serves its metadata stay refused.',
    }),
  ),
}
