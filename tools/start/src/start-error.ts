/** Why the service did not start, or why it ended. The message is for the user of `npm start`. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
