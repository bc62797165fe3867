/** Why nothing was started, or why it ended: a sentence for whoever typed `npm start`. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
