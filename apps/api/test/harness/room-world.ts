import type { Notification, OperationBody, createWebhookEndpoint } from '@vadium/schema'
import { notify } from '../../src/features/notifications/index.ts'
import type { Deal } from './book.ts'
import { openRoom, type RoomKind } from './chat-rooms.ts'
import { DeliveryWorld } from './delivery-world.ts'

export const consoleUrl = 'https://vadium.example.com/console'

/** The same with chat rooms, to which notifications are written. */
export class RoomWorld extends DeliveryWorld {
  readonly deal: Deal = this.book.deal(this.harbor, this.quay)
  readonly transferId = '00000000-0000-4000-8000-000000000000'
  #occasions = 0

  override start(): Promise<void> {
    return super.start({ CONSOLE_URL: `${consoleUrl}/` })
  }

  override async work(): Promise<number> {
    await this.service.services.numbering.sweep()
    return super.work()
  }

  /** The address of a room that nothing was written to. */
  newRoom(kind: RoomKind = 'slack') {
    const secret = `secret-of-room-${this.newPath().slice(1)}`
    const path = `/hooks/${secret}`
    openRoom(this.receiver, path, kind)
    return { path, secret, url: `${this.receiver.url}${path}` }
  }

  /** A room to which notifications are written from now on. */
  async room(
    body: Partial<OperationBody<typeof createWebhookEndpoint>> = {},
    kind: RoomKind = 'slack',
  ) {
    const room = this.newRoom(kind)
    const { id } = await this.endpoint({ target_url: room.url, format: 'text', ...body })
    return { ...room, id }
  }

  /** Notifies the organization of something. */
  async notify({
    category = 'transfer_failed',
    title = 'A transfer failed',
    link = { resource: 'transfer', id: this.transferId, order_id: null },
  }: Partial<Pick<Notification, 'category' | 'title' | 'link'>> = {}): Promise<void> {
    this.#occasions += 1
    const [organizationId, occasion] = [this.harbor.id, `occasion ${this.#occasions}`]
    const body = 'It can be retried.'
    await this.service.services.writes.byService(organizationId, (tx) =>
      notify(tx, [{ organizationId, category, severity: 'warning', occasion, title, body, link }]),
    )
  }
}
