import { getToday, type Order } from '@vadium/schema'
import { succeed } from './call.ts'
import type { OrderTransfer } from './world/orders.ts'
import type { World } from './world/world.ts'

/**
 * The payments of interest of a world whose orders pay every month. Each test has a year of its
 * own, because the clock never goes back, and none is a leap year.
 */
export class MonthlyPayments {
  readonly #world: World
  #year = 2023

  constructor(world: World) {
    this.#world = world
  }

  /** Begins 15 January of a later year, with prices of that day. */
  async anotherYear(years = 4): Promise<void> {
    this.#year += years
    this.at('01-15T12:00:00.000Z')
    for (const [asset, usd] of Object.entries({ BTC: '60000', ETH: '2500', USDC: '1' })) {
      await this.#world.setPrice(asset, usd, this.on('01-15T12:00:00.000Z'))
    }
  }

  /** A time of the year of the test, such as `02-01T00:00:00.000Z`. */
  on(time: string): string {
    return `${this.#year}-${time}`
  }

  /** Terms with the calendar of {@link useCalendar}. */
  get calendars() {
    return { calendars: [`year-${this.#year}`], calendar_versions: [1] }
  }

  /** A calendar without a weekend, whose holidays are some days of the year of the test. */
  async useCalendar(days: readonly string[]): Promise<void> {
    const { database } = this.#world.service
    const holidays = days.map((day) => ({ date: this.on(day), name: null }))
    const [id] = this.calendars.calendars
    await database.query('INSERT INTO calendars (id, version) VALUES ($1, 1)', [id])
    await database.query(
      `INSERT INTO calendar_versions (calendar_id, version, name, weekend, holidays, last_day, created_at)
       VALUES ($1, 1, 'A year', '{}', $2, $3, now())`,
      [id, JSON.stringify(holidays), this.on('12-31')],
    )
  }

  at(time: string): void {
    this.#world.service.clock.set(this.on(time))
  }

  /** The time comes, and the worker of the deadlines runs. */
  async pass(time: string): Promise<void> {
    this.at(time)
    await this.#world.expire()
  }

  async of({ id }: Order): Promise<OrderTransfer[]> {
    const transfers = await this.#world.orders.transfers(id)
    return transfers.filter(({ category }) => category === 'interest')
  }

  async quantities(order: Order): Promise<string[]> {
    return (await this.of(order)).map(({ quantity }) => quantity)
  }

  /** Ends the payment that is under way. */
  end({ id }: Order, state: 'completed' | 'failed'): Promise<void> {
    return this.#world.orders.end(id, 'interest', state)
  }

  /** The days up to which the payments pay, and when each is late, oldest first. */
  async days({ id }: Order): Promise<{ due_on: string; late_at: string }[]> {
    const { rows } = await this.#world.service.database.query<{ due_on: string; late_at: string }>(
      `SELECT due_on::text, to_char(late_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS late_at
       FROM transfers WHERE order_id = $1 AND category = 'interest' ORDER BY create_time, id`,
      [id],
    )
    return rows
  }

  /** The failed transfers of an order that need a person, and whether a retry is offered. */
  async failed({ id }: Order): Promise<(readonly [leg: string, retry: boolean | undefined])[]> {
    const { service, borrowerKey } = this.#world
    const { failed_transfers: failed } = await succeed(service, getToday, { key: borrowerKey })
    return failed.transfers
      .filter(({ order_id }) => order_id === id)
      .map(({ leg, actions }) => [leg, actions[0]?.available] as const)
  }
}
