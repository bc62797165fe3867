import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  jetstream,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  type StreamInfo,
} from '@nats-io/jetstream'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import { type Broker, RelayError, type RelayedMessage, type StreamEnd } from './broker.ts'

const idHeader = 'Nats-Msg-Id'
/** Says why a message does not follow the one before it: `deleted` or `restored`. */
const gapHeader = 'Vadium-Gap'
const answerMs = 5000

/** JetStream of NATS 2.9 or newer. */
export class JetStreamBroker implements Broker {
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager

  private constructor(client: JetStreamClient, manager: JetStreamManager) {
    this.#client = client
    this.#manager = manager
  }

  /** @param apiPrefix The subjects at which JetStream is asked about a stream. */
  static async on(connection: NatsConnection, apiPrefix: string): Promise<JetStreamBroker> {
    const options = { apiPrefix, timeout: answerMs }
    // A relay may not ask about the account.
    const manager = await jetstreamManager(connection, { ...options, checkAPI: false })
    return new JetStreamBroker(jetstream(connection, options), manager)
  }

  async endOf(stream: string): Promise<StreamEnd> {
    const { config, state } = await this.#info(stream)
    const fault = faultOf(config)
    if (fault !== undefined) {
      throw new RelayError(
        `The stream ${stream} ${fault}, so it could drop its newest message, which says what was ` +
          'relayed. Limit it by max_bytes or max_msgs instead.',
      )
    }
    return { firstSequence: state.first_seq, lastSequence: state.last_seq }
  }

  async #info(stream: string): Promise<StreamInfo> {
    try {
      return await this.#manager.streams.info(stream)
    } catch (error) {
      const isMissing =
        error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
      if (!isMissing) throw error
      throw new RelayError(`There is no stream ${stream} at the NATS server. Create it.`)
    }
  }

  async idOf(stream: string, sequence: number): Promise<string | undefined> {
    const message = await this.#manager.streams.getMessage(stream, { seq: sequence })
    const id = message?.header.get(idHeader)
    return id === '' ? undefined : id
  }

  async publish({ stream, subject, id, body, lastSequence, gap }: RelayedMessage): Promise<void> {
    const about = headers()
    if (gap !== undefined) about.set(gapHeader, gap)
    const { seq } = await this.#client.publish(subject, body, {
      msgID: id,
      headers: about,
      expect: { streamName: stream, lastSequence },
      timeout: answerMs,
    })
    // The answer for a message that the stream has already may name another place in it.
    if (seq !== lastSequence + 1) {
      throw new RelayError(`The stream ${stream} has the event ${id} at ${seq} already.`)
    }
  }
}

function faultOf({ max_age, retention }: StreamInfo['config']): string | undefined {
  if (max_age > 0) return 'drops messages by their age'
  if (retention !== RetentionPolicy.Limits) return `keeps messages by ${retention}`
  return undefined
}
