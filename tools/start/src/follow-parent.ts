import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the service before its own code. The channel to the start process closes however that
 * process ends, `kill -9` included; the service then stops as if it had been told to.
 */
const stop = () => process.kill(process.pid, 'SIGTERM')

// Some versions of Node load it into threads as well, which have no channel.
if (isMainThread) {
  process.once('disconnect', stop)
  // Listening must not keep a process alive that has nothing else to do.
  process.channel?.unref()
  // That process may have ended before anybody could listen.
  if (!process.connected) stop()
}
