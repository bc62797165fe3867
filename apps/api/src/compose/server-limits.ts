import type { Config } from '../config/config.ts'
import { trustedPeers } from '../config/trusted-proxies.ts'
import { ConnectionLimits } from '../platform/http/connection-limits.ts'
import { RateLimits, type SharedCounts } from '../platform/http/rate-limits.ts'

export function connectionLimits(config: Config): ConnectionLimits {
  return new ConnectionLimits({
    process: config.CONNECTIONS_MAX,
    address: config.CONNECTIONS_PER_ADDRESS_MAX,
    isExempt: trustedPeers(config.TRUST_PROXY),
  })
}

/** Without `shared`, this process counts alone. */
export function rateLimits(config: Config, shared?: SharedCounts): RateLimits {
  return new RateLimits(
    {
      credential: config.RATE_LIMIT_CREDENTIAL,
      organization: config.RATE_LIMIT_ORGANIZATION ?? 5 * config.RATE_LIMIT_CREDENTIAL,
      address: config.RATE_LIMIT_ADDRESS,
      public: config.RATE_LIMIT_PUBLIC,
      windowSeconds: config.RATE_LIMIT_WINDOW_S,
    },
    shared,
  )
}
