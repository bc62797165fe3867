/** Why the service does not start, in a sentence for the operator who started it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
