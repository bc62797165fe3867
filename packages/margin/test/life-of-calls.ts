import type { InstructedQuantity, MarginRequest } from '../src/index.ts'
import { ago, DAY, HOUR } from './stressed-deal.ts'

/**
 * What a borrower that does not pay can do in an hour. Nothing of it pays, but for the least unit
 * in a dispute.
 */
export const borrowerMoves = [
  'wait',
  'reject',
  'accept',
  'dispute with 0',
  'dispute with the least unit',
  'concede',
  'offer',
  'cancel the offer',
  'let the transfer fail',
  'let the least unit arrive',
  'retry',
  'cancel the failed request',
] as const
export type BorrowerMove = (typeof borrowerMoves)[number]

/** When the lender calls, whatever came of its last call; or only if that one is over. */
export type Lender = 'each hour' | 'each day' | 'patient'

export const obstructions = [
  'call',
  'withdraw',
  'reject the offer',
  'dispute the offer',
  'accept the offer',
  'wait',
] as const
export type Obstruction = (typeof obstructions)[number]

const CURE_HOURS = 4
const AMOUNT = '10'
const LEAST = '0.00000001'
/** After these states a patient lender calls again. */
const OVER: readonly string[] = ['CANCELLED', 'COMPLETED']

interface Request extends MarginRequest {
  instructed: InstructedQuantity[]
  expireHour: number
}

/**
 * The mark-to-market requests of a deal on which 10 BTC are due all the time, as the service would
 * record them, hour by hour.
 */
export class LifeOfCalls {
  readonly requests: Request[] = []
  #hour = 0

  /** The time of an hour of the life. */
  static timeOf(hour: number): string {
    return ago(-hour * HOUR)
  }

  /** The lender accepts what the borrower offers, within 8 hours. */
  lenderMoves(lender: Lender): void {
    const offer = this.#pending('borrower')
    if (offer !== undefined && this.#hour % 8 === 0) this.#accept(offer)
    const last = this.requests.findLast(({ creator }) => creator === 'lender')
    const calls: Record<Lender, boolean> = {
      'each hour': true,
      'each day': this.#hour % 24 === 0,
      patient: last === undefined || OVER.includes(last.status),
    }
    if (calls[lender] && !this.#isCovered()) this.#create('lender')
  }

  borrowerMoves(move: BorrowerMove): void {
    const call = this.#pending('lender')
    const offer = this.#pending('borrower')
    const failed = this.requests.find(({ status }) => status === 'FAILED')
    const disputed = this.#disputed('lender')
    const moves: Record<BorrowerMove, () => void> = {
      wait: () => undefined,
      reject: () => call && end(call, 'REJECTED'),
      accept: () => call && this.#accept(call),
      'dispute with 0': () => call && this.#dispute(call),
      'dispute with the least unit': () => call && this.#dispute(call, LEAST),
      concede: () => disputed && this.#concede(disputed),
      offer: () => this.#create('borrower'),
      'cancel the offer': () => offer && end(offer, 'CANCELLED', 'borrower'),
      'let the transfer fail': () => this.#fail(),
      'let the least unit arrive': () => this.#arriveLeast(),
      retry: () => failed && setState(failed, 'IN_PROGRESS', 'instructed'),
      'cancel the failed request': () => failed && end(failed, 'CANCELLED', 'borrower'),
    }
    moves[move]()
  }

  /**
   * The borrower accepts what is called or concedes what it has disputed, within 3 hours, and its
   * transfers arrive within a day. It does not offer what it disputes.
   */
  borrowerPays(move: 'dispute' | 'offer' | 'wait'): void {
    const call = this.#pending('lender')
    if (call !== undefined && move === 'dispute') this.#dispute(call)
    if (move === 'offer' && this.#disputed('lender') === undefined) this.#create('borrower')
    if (this.#hour % 3 === 0) {
      const answered = this.#pending('lender') ?? this.#disputed('lender')
      if (answered !== undefined) this.#concede(answered)
    }
    for (const request of this.requests) {
      const [moving] = request.instructed
      if (moving?.state === 'instructed' && this.#hour % 20 === 0) {
        setState(request, 'COMPLETED', 'arrived')
      }
    }
  }

  /** What a lender can do that does not want to be paid. */
  lenderObstructs(move: Obstruction): void {
    const call = this.#pending('lender')
    const offer = this.#pending('borrower')
    const moves: Record<Obstruction, () => void> = {
      call: () => this.#create('lender'),
      withdraw: () => call && end(call, 'CANCELLED', 'lender'),
      'reject the offer': () => offer && end(offer, 'REJECTED'),
      'dispute the offer': () => offer && this.#dispute(offer),
      'accept the offer': () => offer && this.#accept(offer),
      wait: () => undefined,
    }
    moves[move]()
  }

  /** An hour passes, in which requests expire. */
  pass(): void {
    this.#hour += 1
    for (const request of this.requests) {
      if (request.status === 'PENDING_ACCEPTANCE' && request.expireHour <= this.#hour) {
        end(request, 'EXPIRED')
      }
    }
  }

  #pending(by: MarginRequest['creator']): Request | undefined {
    return this.requests.find(
      ({ creator, status }) => creator === by && status === 'PENDING_ACCEPTANCE',
    )
  }

  #disputed(by: MarginRequest['creator']): Request | undefined {
    return this.requests.find(({ creator, status }) => creator === by && status === 'DISPUTED')
  }

  /** Whether what is due is under way already. */
  #isCovered(): boolean {
    return this.requests.some(({ instructed }) =>
      instructed.some(({ state, quantity }) => state === 'instructed' && quantity === AMOUNT),
    )
  }

  /** Blocked while another request awaits an answer or a retry. It supersedes a dispute. */
  #create(creator: MarginRequest['creator']): void {
    const blocking = ['PENDING_ACCEPTANCE', 'FAILED']
    if (this.#isCovered() || this.requests.some(({ status }) => blocking.includes(status))) return
    const id = `request-${this.requests.length + 1}`
    for (const disputed of this.requests.filter(({ status }) => status === 'DISPUTED')) {
      disputed.supersededBy = id
      disputed.status = 'COMPLETED'
    }
    this.requests.push({
      id,
      direction: 'TopUp',
      creator,
      status: 'PENDING_ACCEPTANCE',
      createTime: LifeOfCalls.timeOf(this.#hour),
      expireTime: LifeOfCalls.timeOf(this.#hour + CURE_HOURS),
      expireHour: this.#hour + CURE_HOURS,
      disputeTime: null,
      supersededBy: null,
      amount: AMOUNT,
      cancelledBy: null,
      failTime: null,
      instructed: [],
    })
  }

  #accept(request: Request): void {
    request.status = 'IN_PROGRESS'
    this.#instruct(request, AMOUNT, 'instructed')
  }

  #dispute(call: Request, undisputed?: string): void {
    call.status = 'DISPUTED'
    call.disputeTime = LifeOfCalls.timeOf(this.#hour)
    if (undisputed !== undefined) this.#instruct(call, undisputed, 'instructed')
  }

  #concede(call: Request): void {
    call.disputeTime = null
    this.#accept(call)
  }

  #instruct(request: Request, quantity: string, state: InstructedQuantity['state']): void {
    request.instructed.push({
      leg: 'collateral',
      quantity,
      instructTime: LifeOfCalls.timeOf(this.#hour),
      lateTime: LifeOfCalls.timeOf(this.#hour + DAY / HOUR),
      state,
    })
  }

  #fail(): void {
    const moving = this.requests.find(({ instructed }) =>
      instructed.some(({ state }) => state === 'instructed'),
    )
    if (moving === undefined) return
    setState(moving, 'FAILED', 'failed')
    moving.failTime = LifeOfCalls.timeOf(this.#hour)
  }

  /** A dispute goes on after it, unless the transfer has failed once. */
  #arriveLeast(): void {
    const sent = this.requests.find(({ instructed }) =>
      instructed.some((part) => part.state === 'instructed' && isLeast(part)),
    )
    if (sent === undefined || !sent.instructed.every(isLeast)) return
    setState(sent, sent.status === 'DISPUTED' ? 'DISPUTED' : 'COMPLETED', 'arrived')
  }
}

function isLeast({ quantity }: InstructedQuantity): boolean {
  return quantity === LEAST
}

function end(request: Request, status: string, by: Request['cancelledBy'] = null): void {
  request.status = status
  request.cancelledBy = by
}

function setState(request: Request, status: string, state: InstructedQuantity['state']): void {
  request.status = status
  for (const quantity of request.instructed) {
    if (quantity.state !== 'arrived') quantity.state = state
  }
}
