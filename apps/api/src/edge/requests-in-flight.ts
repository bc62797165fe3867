/** How many requests of operations are being worked on. */
export class RequestsInFlight {
  count = 0
  readonly max: number

  constructor(max: number) {
    this.max = max
  }
}
