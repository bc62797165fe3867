import type { AgreedMarginTerms } from '@vadium/client'
import { MarginTerms } from '@vadium/schema'

export type Term = keyof AgreedMarginTerms

const isTerm = (name: string): name is Term => Object.hasOwn(MarginTerms.properties, name)

/** The terms, in the order and the words of the schema. */
export const agreedTermNames = Object.keys(MarginTerms.properties).filter(isTerm)
