/** Why the service cannot start, in a sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
