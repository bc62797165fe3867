import type {
  Agreement,
  AvailableAction,
  MarkToMarketRequest,
  Order,
  Position,
  Price,
} from '@vadium/client'
import { pairs } from '../presentations/sections.ts'
import { printable } from '../printable.ts'
import { layTable, tableLines } from '../table.ts'
import { coverageGauge } from './coverage-gauge.ts'
import type { DealScript } from './deal-script.ts'
import type { Answers, Episode, Firm, NetFlow } from './episode.ts'
import { bookTime, change, grouped, quantity, wrapped } from './shown-figure.ts'
import { previewLines } from './shown-preview.ts'
import { historyLines, movementLines, transferLines } from './shown-transfers.ts'

const indent = '   '
const labelWidth = 12
const widthMax = 110

/** Tells a deal to people, scene by scene. */
export class DealTeller {
  readonly #script: DealScript
  readonly #width: number
  readonly #names = new Map<string, string>()
  readonly #prices = new Map<string, string>()

  constructor(script: DealScript, columns: number) {
    this.#script = script
    this.#width = Math.min(Math.max(columns, 60), widthMax)
  }

  /** What is going to happen, and where. */
  beginning(url: string, seed: string): string[] {
    const { asset, asset_quantity, collateral_asset, collateral_quantity } = this.#script
    const loan = quantity(asset_quantity, asset)
    const pledge = quantity(collateral_quantity, collateral_asset)
    const text = `A loan of ${loan} against ${pledge}, from the order to the last transfer back. Every figure is what the service answered; the time is that of the sandbox at ${url}, seed ${JSON.stringify(seed)}, and moves only when it is told to.`
    return ['', ...wrapped(text.split(' '), this.#width)].map(printable)
  }

  scene({ step, scene, time, answers }: Episode): string[] {
    for (const { organization_id: id, name } of answers.firms ?? []) {
      this.#names.set(`organizations/${id}`, name)
    }
    const note = wrapped((scene.note ?? '').split(' '), this.#room)
    const body = this.#body(answers, scene.act)
    return [
      '',
      this.#heading(step, scene.title, time),
      ...[...note, ...body].map((line) => `${indent}${line}`.trimEnd()),
    ].map(printable)
  }

  get #room(): number {
    return this.#width - indent.length
  }

  #heading(step: number, title: string, time: string): string {
    const [left, right] = [`── ${step}  ${title} `, ` ${bookTime(time)} ──`]
    return `${left}${'─'.repeat(Math.max(2, this.#width - left.length - right.length))}${right}`
  }

  #body(answers: Answers, act: Episode['scene']['act']): string[] {
    const { firms, agreement, prices, order, request, transfers, movements, flows } = answers
    const { preview, calculation, verification, position } = answers
    return [
      ...(firms === undefined ? [] : firmLines(firms)),
      ...(agreement === undefined ? [] : agreementLines(agreement, this.#script)),
      ...(prices === undefined ? [] : this.#priceLines(prices)),
      ...(act === 'order' && order !== undefined ? this.#orderLines(order) : []),
      ...(request !== undefined && act !== 'settle' ? this.#requestLines(request) : []),
      ...(preview && calculation && verification
        ? previewLines(preview, calculation, verification, this.#room)
        : []),
      ...this.#transferLines(answers, act),
      ...(movements === undefined ? [] : movementLines(movements, this.#names, this.#room)),
      ...this.#statusLines(answers, act),
      ...(position === undefined || act === 'end' ? [] : this.#positionLines(position)),
      ...(flows === undefined ? [] : this.#endLines(flows, transfers ?? [])),
    ]
  }

  #priceLines(prices: readonly Price[]): string[] {
    const rows = prices.map(({ asset, price_usd: price, sources }) => {
      const before = this.#prices.get(asset)
      if (price !== null) this.#prices.set(asset, price)
      const moved = before === undefined || price === null ? '' : change(before, price)
      const said = sources.map(({ price_usd }) => grouped(price_usd)).join(' and ')
      return [asset, `${grouped(price ?? 'none')} USD`, moved, `median of ${said}`]
    })
    return tableLines(layTable([{}, { align: 'right' }, { align: 'right' }, {}], rows))
  }

  #orderLines(order: Order): string[] {
    return pairs(
      [
        [
          'lent',
          `${quantity(order.asset_quantity, order.asset)} at ${order.rate_percent} % a year`,
        ],
        ['pledged', quantity(order.collateral_quantity ?? '0', order.collateral_asset)],
        ['lender', order.lender_name],
        ['borrower', order.borrower_name],
        ['next', next(order.actions, order.lender_name, order.expire_time)],
      ],
      labelWidth,
    )
  }

  #requestLines(request: MarkToMarketRequest): string[] {
    const { direction, collateral_amount, collateral_asset, notional_usd, dispute, status } =
      request
    const word = direction === 'TopUp' ? 'top-up' : direction === 'Release' ? 'release' : direction
    const rows: [string, string][] = [
      [
        'request',
        `${word} of ${quantity(collateral_amount, collateral_asset)}, ${grouped(notional_usd)} USD`,
      ],
      ['status', status],
    ]
    if (dispute !== null) {
      const { counter_notional_usd, reason, note } = dispute
      const said = `${grouped(counter_notional_usd)} USD (${reason}: “${note ?? ''}”)`
      const agreed = `${grouped(dispute.agreed_notional_usd)} USD, ${quantity(dispute.agreed_collateral_amount, collateral_asset)}`
      rows.push(
        ['answered', said],
        ['agreed', agreed],
        ['disputed', `${grouped(dispute.disputed_notional_usd)} USD`],
      )
    }
    const waiting = this.#names.get(`organizations/${this.#waitingFor(request)}`)
    if (request.actions.some(({ available }) => available) && waiting !== undefined) {
      const until = status === 'PENDING_ACCEPTANCE' ? request.expire_time : null
      rows.push(['next', next(request.actions, waiting, until)])
    }
    return pairs(rows, labelWidth)
  }

  /** Who was asked, as long as nobody has answered; after that, who asked. */
  #waitingFor({ status, creator_id, lender_id, borrower_id }: MarkToMarketRequest): string {
    const asked = creator_id === lender_id ? borrower_id : lender_id
    return status === 'PENDING_ACCEPTANCE' ? asked : (creator_id ?? '')
  }

  #transferLines({ transfers }: Answers, act: Episode['scene']['act']): string[] {
    if (transfers === undefined || transfers.length === 0 || act === 'end') return []
    return transferLines(transfers, this.#names)
  }

  #statusLines({ order, request }: Answers, act: Episode['scene']['act']): string[] {
    if (act !== 'settle' || order === undefined) return []
    const statuses = [`order ${order.number}: ${order.status}`]
    if (request !== undefined) statuses.push(`request: ${request.status}`)
    return [statuses.join(', ')]
  }

  #positionLines(position: Position): string[] {
    const { asset_notional_usd: notional, collateral_value_usd: value, ccr_percent } = position
    if (ccr_percent === null || notional === null || value === null) return []
    const { terms } = this.#script
    const rows = [
      ['loan', quantity(position.asset_quantity, position.asset), `${grouped(notional)} USD`],
      [
        'collateral',
        quantity(position.collateral_quantity, position.collateral_asset),
        `${grouped(value)} USD`,
      ],
      ['coverage', `${ccr_percent} %`, `LTV ${position.ltv_percent ?? ''} %`],
    ]
    const levels = {
      liquidation: terms.liquidation_percent,
      marginCall: terms.margin_call_percent,
      required: terms.requirement_percent ?? '100',
    }
    const flag = position.liquidation_reached
      ? 'The level of liquidation is reached.'
      : 'The level of a margin call is reached.'
    return [
      '',
      ...tableLines(layTable([{}, { align: 'right' }, { align: 'right' }], rows, [labelWidth])),
      ...coverageGauge(ccr_percent, levels, Math.min(this.#room, 72)),
      ...(position.margin_call_reached === true ? [flag] : []),
    ]
  }

  #endLines(flows: readonly NetFlow[], transfers: NonNullable<Answers['transfers']>): string[] {
    const columns = [
      { heading: '' },
      { heading: '' },
      { heading: 'RECEIVED', align: 'right' as const },
      { heading: 'SENT', align: 'right' as const },
      { heading: 'NET', align: 'right' as const },
    ]
    const rows = flows.map(({ side, asset, received, sent, net }) => [
      this.#script.firms[side].name,
      asset,
      grouped(received),
      grouped(sent),
      grouped(net),
    ])
    return [...historyLines(transfers, this.#names), '', ...tableLines(layTable(columns, rows))]
  }
}

function firmLines(firms: readonly Firm[]): string[] {
  const rows = firms.map(({ side, name, custodian, public_key }) => [
    side,
    name,
    `at ${custodian.name}`,
    `key ${public_key.slice(0, 4)}…${public_key.slice(-4)}`,
  ])
  return tableLines(layTable([{}, {}, {}, {}], rows))
}

function agreementLines({ versions }: Agreement, script: DealScript): string[] {
  const { terms } = versions.at(-1) ?? { terms: script.terms }
  const tolerance =
    terms.dispute_tolerance_percent === null
      ? `${grouped(terms.dispute_tolerance_usd ?? '0')} USD`
      : `${terms.dispute_tolerance_percent} % of a call`
  const lot = terms.lot_top_up ?? 'the smallest unit'
  return pairs(
    [
      [
        'coverage',
        `${terms.requirement_percent ?? '100'} % required, margin call at ${terms.margin_call_percent} %, liquidation at ${terms.liquidation_percent} %`,
      ],
      [
        'calls',
        `from ${grouped(terms.minimum_notional_top_up_usd)} USD on, in lots of ${quantity(lot, script.collateral_asset)}, answered within ${terms.cure_time_seconds / 3600} h`,
      ],
      ['disputes', `beyond ${tolerance}; what nobody disputes moves at once`],
      ['interest', `${terms.day_count}, paid in ${script.asset}`],
    ],
    labelWidth,
  )
}

/** What a side may do next. */
function next(actions: readonly AvailableAction[], name: string, until: string | null): string {
  const allowed = actions.filter((each) => each.available).map(({ action }) => action)
  const choice = [allowed.slice(0, -1).join(', '), allowed.at(-1)].filter(Boolean).join(' or ')
  const time = until === null ? '' : `, until ${bookTime(until)}`
  return `${name} may ${choice}${time}`
}
