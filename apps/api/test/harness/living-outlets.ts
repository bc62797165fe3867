import { randomUUID } from 'node:crypto'
import {
  createMailAddress,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  testMailAddress,
  testWebhookEndpoint,
  verifyMailAddress,
  webhookEndpointsMax,
} from '@vadium/schema'
import { succeed } from './call.ts'
import type { Member } from './living-members.ts'
import type { RunningService } from './service.ts'

/**
 * Where members get their notifications: mail addresses and webhook endpoints, with room for more.
 */
export class LivingOutlets {
  readonly service: RunningService
  readonly lender: Member

  constructor(service: RunningService, lender: Member) {
    this.service = service
    this.lender = lender
  }

  /** An address that is not verified. */
  async newMailAddress(member = this.lender): Promise<string> {
    await this.roomForMailAddress(member)
    const body = { address: `desk-${randomUUID()}@harbor.example` }
    const { id } = await succeed(this.service, createMailAddress, { key: member.keys.admin, body })
    return id
  }

  async newActiveMailAddress(member = this.lender): Promise<string> {
    const mail_address_id = await this.newMailAddress(member)
    await succeed(this.service, verifyMailAddress, {
      key: member.keys.admin,
      params: { mail_address_id },
      body: { code: '00000000' },
    })
    return mail_address_id
  }

  /** A mail that nobody sends. */
  async newTestMail(member = this.lender): Promise<void> {
    await succeed(this.service, testMailAddress, {
      key: member.keys.admin,
      params: { mail_address_id: await this.newActiveMailAddress(member) },
    })
  }

  /**
   * The addresses that there are count as verified, the oldest are deleted, and nothing was asked.
   */
  async roomForMailAddress({ party }: Member = this.lender): Promise<void> {
    await this.service.database.query('DELETE FROM mail_requests')
    await this.service.database.query(
      `UPDATE mail_addresses SET state = 'DELETED', address = NULL, suspension = NULL,
         deleted_at = created_at, code = NULL, code_delivery = NULL, code_expires_at = NULL, code_tries = NULL
       WHERE id IN (SELECT id FROM mail_addresses WHERE organization_id = $1 AND state <> 'DELETED'
         ORDER BY created_at DESC, id DESC OFFSET 20)`,
      [party.id],
    )
    await this.service.database.query(
      `UPDATE mail_addresses SET verified_at = created_at
       WHERE organization_id = $1 AND verified_at IS NULL AND state = 'UNVERIFIED'`,
      [party.id],
    )
  }

  /**
   * Leaves room for one webhook endpoint more of a member, in the place of its oldest if need be.
   */
  async roomForWebhookEndpoint({ keys: { admin: key } }: Member = this.lender): Promise<void> {
    const { webhook_endpoints } = await succeed(this.service, listWebhookEndpoints, { key })
    for (const { id } of webhook_endpoints.slice(webhookEndpointsMax - 1)) {
      await succeed(this.service, deleteWebhookEndpoint, {
        key,
        params: { webhook_endpoint_id: id },
      })
    }
  }

  /** An endpoint to which nothing is sent before somebody works on it. */
  async newWebhookEndpoint(member = this.lender): Promise<string> {
    await this.roomForWebhookEndpoint(member)
    const { webhook_endpoint } = await succeed(this.service, createWebhookEndpoint, {
      key: member.keys.admin,
      body: { target_url: 'https://hooks.example.com/vadium' },
    })
    return webhook_endpoint.id
  }

  /** A delivery that nobody has tried. */
  async newWebhookDelivery(member = this.lender): Promise<string> {
    const webhook_endpoint_id = await this.newWebhookEndpoint(member)
    const { id } = await succeed(this.service, testWebhookEndpoint, {
      key: member.keys.admin,
      params: { webhook_endpoint_id },
    })
    return id
  }
}
