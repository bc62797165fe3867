import type { MarkToMarketRequest, Order, Position, Price } from '@vadium/client'
import type { Act, Answers, DealScript, Episode, Movement, Side } from '@vadium/book/played'
import { grouped, layTable, printable, tableLines } from '@vadium/cli/parts'
import type { CoverageLevels } from './coverage-gauge.ts'
import { change, quantity } from './shown-figure.ts'
import { wrapped } from './shown-lines.ts'
import { positionLines } from './shown-position.ts'
import { closeOutLines } from './shown-close-out.ts'
import { previewLines, verifiedText } from './shown-preview.ts'
import { answeredLines, askedLines } from './shown-request.ts'
import { agreementLines, firmLines, orderLines } from './shown-terms.ts'
import { bookTime, daysBetween } from './shown-time.ts'
import { flowLines, historyLines, instructedLines, movementLines } from './shown-transfers.ts'

const indent = '   '
const widthMin = 60
const widthMax = 110

/** Prints a deal for people, scene by scene. */
export class DealPrinter {
  readonly #script: DealScript
  readonly #width: number
  readonly #names = new Map<string, string>()
  readonly #prices = new Map<string, string>()
  #activeTime: string | undefined

  constructor(script: DealScript, columns: number) {
    this.#script = script
    this.#width = Math.min(Math.max(columns, widthMin), widthMax)
  }

  /** The introduction: the deal and the sandbox. */
  beginning(url: string, seed: string): string[] {
    const { asset, asset_quantity, collateral_asset, collateral_quantity, about } = this.#script
    const loan = quantity(asset_quantity, asset)
    const pledge = quantity(collateral_quantity, collateral_asset)
    return [
      `A loan of ${loan} against ${pledge}, ${about}.`,
      `Every figure is an answer of the service at ${url}, a sandbox with the seed ${JSON.stringify(seed)}. The demo advances its time.`,
    ].flatMap((text) => ['', ...wrapped(text, this.#width).map(printable)])
  }

  /** The lines of one scene, after an empty line. */
  scene({ step, scene, time, answers }: Episode): string[] {
    for (const { organization_id: id, name } of answers.firms ?? []) {
      this.#names.set(`organizations/${id}`, name)
    }
    const chapter = scene.chapter === undefined ? [] : ['', scene.chapter.toUpperCase()]
    const note = scene.note === undefined ? [] : wrapped(scene.note, this.#room)
    const by = 'by' in scene ? scene.by : undefined
    const body = [...note, ...this.#answerLines(answers, scene.act, by)]
    const lines = body.map((line) => `${indent}${line}`.trimEnd())
    return [...chapter, '', this.#heading(step, scene.title, time), ...lines].map(printable)
  }

  get #room(): number {
    return this.#width - indent.length
  }

  #heading(step: number, title: string, time: string): string {
    const [left, right] = [`── ${step}  ${title} `, ` ${bookTime(time)} ──`]
    return `${left}${'─'.repeat(Math.max(2, this.#width - left.length - right.length))}${right}`
  }

  #answerLines(answers: Answers, act: Act['act'], by: Side | undefined): string[] {
    const { firms, agreement, prices, order, request, position, movements } = answers
    const { preview, calculation, verification, transfers = [], closeOut } = answers
    if (act === 'end') return this.#endLines(answers)
    return [
      ...(firms ? firmLines(firms) : []),
      ...(agreement ? agreementLines(agreement, this.#script, this.#room) : []),
      ...(prices ? this.#priceLines(prices) : []),
      ...(order && act === 'order' ? orderLines(order, this.#other(by), this.#room) : []),
      ...(request && act === 'call' ? askedLines(request, this.#other(by), this.#room) : []),
      ...(request && act !== 'call' && act !== 'settle'
        ? answeredLines(request, this.#other(by), this.#room)
        : []),
      ...(preview && calculation && verification
        ? previewLines(preview, calculation, verification, this.#room)
        : []),
      ...(closeOut ? closeOutLines(closeOut, act, this.#room) : []),
      ...(closeOut?.statement && verification
        ? wrapped(verifiedText(closeOut.statement.calculation, verification), this.#room)
        : []),
      ...instructedLines(transfers, this.#names),
      ...(movements ? movementLines(movements, this.#names, this.#room) : []),
      ...(movements ? this.#interestLines(movements) : []),
      ...(order && act === 'settle' ? this.#statusLines(order, request, position) : []),
      ...(position ? positionLines(position, this.#levels, this.#room) : []),
    ]
  }

  /** The name of the counterparty. */
  #other(by: Side | undefined): string {
    return this.#script.firms[by === 'lender' ? 'borrower' : 'lender'].name
  }

  get #levels(): CoverageLevels {
    const { liquidation_percent, margin_call_percent, requirement_percent } = this.#script.terms
    return {
      liquidation: liquidation_percent,
      marginCall: margin_call_percent,
      required: requirement_percent ?? '100',
    }
  }

  #priceLines(prices: readonly Price[]): string[] {
    const rows = prices.map(({ asset, price_usd: price, sources }) => {
      const before = this.#prices.get(asset)
      if (price !== null) this.#prices.set(asset, price)
      const moved = before === undefined || price === null ? '' : change(before, price)
      const said = sources.map(({ price_usd }) => grouped(price_usd)).join(' and ')
      return [asset, quantity(price ?? 'no', 'USD'), moved, `median of ${said}`]
    })
    return tableLines(layTable([{}, { align: 'right' }, { align: 'right' }, {}], rows))
  }

  #statusLines(
    order: Order,
    request: MarkToMarketRequest | undefined,
    position: Position | undefined,
  ): string[] {
    if (order.status === 'ACTIVE') this.#activeTime ??= position?.update_time
    const asked = request === undefined ? '' : `, the request ${request.status}`
    return [`The order is ${order.status}${asked}.`]
  }

  #interestLines(movements: readonly Movement[]): string[] {
    const interest = movements.find(({ transfer }) => transfer.category === 'interest')
    if (interest === undefined || this.#activeTime === undefined) return []
    const { rate_percent, terms } = this.#script
    const days = daysBetween(this.#activeTime, interest.transfer.create_time)
    return [`The interest is that of ${days} days at ${rate_percent} %, ${terms.day_count}.`]
  }

  #endLines({ order, position, transfers = [], flows = [] }: Answers): string[] {
    const { asset, collateral_asset: collateral, firms } = this.#script
    const earned = flows.find((flow) => flow.side === 'lender' && flow.asset === asset)
    return [
      ...historyLines(transfers, this.#names),
      '',
      ...flowLines(flows),
      '',
      ...(position === undefined
        ? []
        : [
            `Lent: ${quantity(position.asset_quantity, asset)}. Pledged: ${quantity(position.collateral_quantity, collateral)}. The order is ${order?.status ?? ''}, the position ${position.status}.`,
          ]),
      ...(earned === undefined || order?.status !== 'CLOSED'
        ? []
        : [`${firms.lender.name} has earned ${quantity(earned.net, asset)}.`]),
    ].flatMap((line) => (line.startsWith('Lent') ? wrapped(line, this.#room) : [line]))
  }
}
