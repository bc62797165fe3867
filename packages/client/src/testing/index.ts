// What `@vadium/client/testing` exports, for tests of programs. It runs on Node only.
export { FakeService, type FakeRequest } from './fake-service.ts'
export type { AnswerOf, MethodName } from './methods.ts'
export {
  type FakeFailure,
  lostConnection,
  rawReply,
  refusal,
  type RefusalOptions,
} from './replies.ts'
export { signWebhook, type SignedWebhook, webhookSecret } from './webhooks.ts'
