import type { RequestPart } from '@vadium/schema'

export type Values = Readonly<Record<string, unknown>>

/** The input to send. Members that were not given are absent. */
export type OperationInput = Partial<Readonly<Record<RequestPart, Values>>>
