import { Type } from '@sinclair/typebox'
import { Count } from './setting.ts'

export const httpSettings = {
  HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65535,
    description: 'The port to listen on. 0 takes any free port.',
  }),
  BASE_PATH: Type.String({
    default: '',
    pattern: '^(/[A-Za-z0-9._~-]+)*$',
    description: 'The path in front of every operation, such as /v1. Signatures include it.',
  }),
  CONSOLE: Type.Boolean({
    default: true,
    description: 'Serve the console, the page on which people work, at /console/.',
  }),
  CONSOLE_KEY_IN_ADDRESS: Type.Boolean({
    default: false,
    description:
      'Let the console take a private key from the fragment of its address. Only for keys that protect nothing, such as those of the demo book. A sandbox always does.',
  }),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      maxLength: 4000,
      description:
        'The origins, comma-separated, whose pages may call the service from a browser, such as https://desk.example.com. Compared exactly; there is no wildcard.',
    }),
  ),
  SECURITY_CONTACT: Type.Optional(
    Type.String({
      pattern: '^(?:mailto:|https://|tel:)[!-~]+$',
      maxLength: 500,
      description:
        'Whom to write to about a weakness, such as mailto:security@example.com, for /.well-known/security.txt. Not set: that path is not served.',
    }),
  ),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^(?:[1-9]|[0-9a-fA-F]*[.:][0-9a-fA-F.:/]*(?:,[0-9a-fA-F]*[.:][0-9a-fA-F.:/]*)*)$',
      maxLength: 1000,
      description:
        'The proxies in front of the service: their number, or their addresses and ranges, comma-separated. The address of the caller is the one that the farthest of them reports in X-Forwarded-For.',
    }),
  ),
  CONNECTIONS_MAX: Type.Integer({
    ...Count(5000, 1_000_000),
    description:
      'The largest number of open client connections. For a further one, the oldest that has sent nothing is closed; if there is none, the further one.',
  }),
  CONNECTIONS_PER_ADDRESS_MAX: Type.Integer({
    ...Count(500, 1_000_000),
    description:
      'The largest number of open connections from one address. For a further one, the oldest that has sent nothing is closed; if there is none, the further one. The addresses of TRUST_PROXY are exempt.',
  }),
  SHUTDOWN_UNREADY_S: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 3600,
    description:
      'How long a process continues to serve after SIGTERM while /readyz answers 503, in seconds. Set it longer than a load balancer takes to notice.',
  }),
  SHUTDOWN_TIMEOUT_S: Type.Integer({
    ...Count(10, 3600),
    description:
      'How long a stopping process waits for requests in progress before it closes their connections, in seconds.',
  }),
}
