import { Type } from '@sinclair/typebox'

const file = (description: string) => Type.Optional(Type.String({ maxLength: 4096, description }))

/** The settings of `vadium-api relay`. Nothing else reads them. */
export const relaySettings = {
  RELAY_ORGANIZATIONS: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9-]{1,63}(?:,[a-z0-9-]{1,63})*$',
      maxLength: 20_000,
      description:
        'The organizations whose events `vadium-api relay` hands to NATS: slugs or ids, comma-separated.',
    }),
  ),
  RELAY_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description:
        'The port at which `vadium-api relay` serves /healthz, /readyz and /metrics, at the address of HOST. If it is not set, it listens nowhere.',
    }),
  ),
  NATS_URL: Type.Optional(
    Type.String({
      pattern:
        '^(?:nats://[A-Za-z0-9.:[\\]-]{1,255}(?:,nats://[A-Za-z0-9.:[\\]-]{1,255})*|tls://[A-Za-z0-9.:[\\]-]{1,255}(?:,tls://[A-Za-z0-9.:[\\]-]{1,255})*)$',
      maxLength: 4000,
      description:
        'The NATS server, or several of one cluster, comma-separated: tls://host:port, or nats://host:port where nobody can listen. Without a user or password.',
    }),
  ),
  NATS_CREDENTIALS_FILE: file(
    'The path of a .creds file of NATS: a JWT and the seed of its user. Instead of NATS_NKEY_FILE and NATS_USER.',
  ),
  NATS_NKEY_FILE: file('The path of a file that contains the seed of an NKey.'),
  NATS_USER: Type.Optional(
    Type.String({
      pattern: '^[!-~]{1,200}$',
      description: 'The user at the NATS server, with NATS_PASSWORD_FILE.',
    }),
  ),
  NATS_PASSWORD_FILE: file('The path of a file that contains the password of NATS_USER.'),
  NATS_CA_FILE: file(
    'The path of a file with the certificates, in PEM, that the certificate of the NATS server is verified with. Default: those that Node knows. Only with tls://.',
  ),
  NATS_PREFIX: Type.String({
    default: 'vadium',
    pattern: '^[A-Za-z0-9_]{1,40}$',
    description:
      'What the names at the NATS server begin with: subjects <prefix>.<organization id>.<event type>, streams <prefix>-<organization id>. Two installations at one server need two.',
  }),
  NATS_API_PREFIX: Type.String({
    default: '$JS.API',
    pattern: '^[A-Za-z0-9_$-]{1,60}(?:\\.[A-Za-z0-9_$-]{1,60}){0,3}$',
    description:
      'The subjects at which JetStream is asked about a stream. Another one where each organization has an account of its own.',
  }),
}
