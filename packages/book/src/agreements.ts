import type { Scenario } from '@vadium/api/scenario'
import type { DealChanges } from './deal.ts'
import type { Party } from './party.ts'
import { isSame, type Terms, usualTerms } from './terms.ts'

type Agreement = Scenario['agreements'][number]

interface Parts {
  /** An id of a thing of the book: the same in every run. */
  readonly idOf: (kind: string, name: string) => string
  readonly begunAt: string
  /** What all terms have other than the usual. */
  readonly terms: Partial<Terms>
}

/** The agreements of a book, with a version for each change of terms. */
export class Agreements {
  readonly #agreements: Agreement[]
  readonly #parts: Parts
  /** When the next deal is made, unless it says so itself. */
  #dealTime: string

  constructor(agreements: Agreement[], parts: Parts) {
    this.#agreements = agreements
    this.#parts = parts
    this.#dealTime = parts.begunAt
  }

  /** Adds a version. Returns the id of its terms. */
  add(
    lender: Party,
    borrower: Party,
    terms: Partial<Terms>,
    effectiveAt: string = this.#dealTime,
  ): string {
    const agreement = this.#between(lender, borrower)
    const id = this.#termsId(agreement, effectiveAt)
    agreement.versions.push({
      version: agreement.versions.length + 1,
      ...acceptedFrom(effectiveAt),
      terms: { ...usualTerms(id), ...this.#parts.terms, ...terms },
    })
    return id
  }

  /** When a deal is made: not before its terms are in effect, which no other deal has changed. */
  timeOfDeal(lender: Party, borrower: Party, changes: DealChanges): string {
    const at = changes.at ?? this.#dealTime
    const agreement = this.#between(lender, borrower)
    const { versions } = agreement
    const wanted = { ...usualTerms(''), ...this.#parts.terms, ...changes.terms, id: '' }
    const inEffect = versions.findLast(({ effective_at }) => effective_at <= at)
    if (inEffect !== undefined && isSame({ ...inEffect.terms, id: '' }, wanted)) return at
    // A deal may have been made at this time, under the terms in effect.
    const mayHaveDeal =
      inEffect !== undefined && (changes.at === undefined || inEffect.effective_at === at)
    const effectiveAt = mayHaveDeal ? oneMsAfter(at) : at
    if (changes.at === undefined) this.#dealTime = effectiveAt
    const isFirst = versions.length === 0 && this.#parts.begunAt < effectiveAt
    const id = changes.terms?.id ?? this.#termsId(agreement, effectiveAt)
    versions.push({
      version: 0,
      ...acceptedFrom(isFirst ? this.#parts.begunAt : effectiveAt),
      terms: { ...wanted, id },
    })
    versions.sort((a, b) => a.effective_at.localeCompare(b.effective_at))
    for (const [i, version] of versions.entries()) version.version = i + 1
    return effectiveAt
  }

  #termsId({ id, versions }: Agreement, effectiveAt: string): string {
    return this.#parts.idOf('terms', `${id} ${versions.length + 1} ${effectiveAt}`)
  }

  #between(lender: Party, borrower: Party): Agreement {
    const known = this.#agreements.find(
      ({ lender_id, borrower_id }) => lender_id === lender.id && borrower_id === borrower.id,
    )
    if (known !== undefined) return known
    const agreement = {
      id: this.#parts.idOf('agreement', `${lender.slug} ${borrower.slug}`),
      lender_id: lender.id,
      borrower_id: borrower.id,
      versions: [],
    }
    this.#agreements.push(agreement)
    return agreement
  }
}

const oneMsAfter = (time: string) => new Date(Date.parse(time) + 1).toISOString()

/** The times of a version that is in effect from a time on. */
function acceptedFrom(time: string) {
  return { effective_at: time, lender_accepted_at: time, borrower_accepted_at: time }
}
