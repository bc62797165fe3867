import { pushPrices, releasePrice } from '@vadium/schema'
import { expect } from 'vitest'
import { ApprovalWorld } from './approval-world.ts'
import type { Key } from './book.ts'
import { call, callOf, succeed } from './call.ts'

/** A world with a source that one operator pushes, and two others who may release its quotes. */
export class HeldPrices extends ApprovalWorld {
  readonly source = 'speaker'
  readonly speaker = this.platform.colleague('operator')
  /** The assets of each price change that was announced. */
  readonly announced: (readonly string[])[] = []

  async open(): Promise<void> {
    const { source, speaker } = this
    this.book.scenario.price_sources.push({ source, account_id: speaker.accountId })
    await this.start({ PRICE_MAX_AGE_S: '180' })
    this.service.services.prices.onPricesChanged((assets) => void this.announced.push(assets))
  }

  /** Forgets all quotes. Each test has an hour of its own: the clock never moves back. */
  async forget(): Promise<void> {
    await this.service.database.query(
      'TRUNCATE prices, latest_prices, held_prices, price_bases, dismissed_prices',
    )
    this.advance(3600 - ((this.service.clock.now() / 1000) % 3600))
  }

  advance(seconds: number): void {
    this.service.clock.set(new Date(this.service.clock.now() + seconds * 1000).toISOString())
  }

  /** The status of a quote that the speaker pushes. */
  async push(price_usd: string, source = this.source, key: Key = this.speaker) {
    const body = { quotes: [{ asset: 'BTC', source, price_usd }] }
    const { quotes } = await succeed(this.service, pushPrices, { key, body })
    return quotes[0]?.outcome
  }

  /** A price of 100, and a second later a held quote of 50. */
  async hold(): Promise<void> {
    expect(await this.push('100')).toBe('accepted')
    this.advance(1)
    expect(await this.push('50')).toBe('held')
    this.announced.length = 0
  }

  releaseCall(changes: object = {}, key: Key = this.operator) {
    const body = { asset: 'BTC', source: this.source, price_usd: '50', ...changes }
    return callOf(releasePrice, { key, body })
  }

  release(changes: object = {}, key: Key = this.operator) {
    return call(this.service, this.releaseCall(changes, key))
  }

  async price(): Promise<string> {
    const nowMs = this.service.clock.now()
    const [asset] = await this.service.services.prices.list({ asset: 'BTC', limit: 1 }, nowMs)
    return asset?.reading.kind === 'current' ? asset.reading.priceUsd : String(asset?.reading.kind)
  }
}
