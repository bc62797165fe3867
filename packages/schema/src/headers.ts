/** The headers of the API, as written on the wire. */
export const headerNames = {
  apiKey: 'X-API-Key',
  timestamp: 'X-Timestamp-Ms',
  signature: 'X-Signature',
  requestId: 'X-Request-Id',
  rateLimit: 'X-RateLimit-Limit',
  rateLimitRemaining: 'X-RateLimit-Remaining',
  rateLimitReset: 'X-RateLimit-Reset',
  idempotencyKey: 'Idempotency-Key',
  idempotencyReplayed: 'Idempotency-Replayed',
  retryAfter: 'Retry-After',
  lastEventId: 'Last-Event-ID',
  link: 'Link',
  deprecation: 'Deprecation',
  sunset: 'Sunset',
} as const
