import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the service before its own code. The channel to the start process closes when that
 * process ends, even by `kill -9`. The service then stops as on SIGTERM.
 */
const stop = () => process.kill(process.pid, 'SIGTERM')

// Some versions of Node also load this file into threads, which have no channel.
if (isMainThread) {
  process.once('disconnect', stop)
  // The listener must not keep the process alive.
  process.channel?.unref()
  // The start process may have ended before the listener was added.
  if (!process.connected) stop()
}
