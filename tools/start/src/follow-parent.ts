/**
 * Loaded into the service before its own code. The channel to the start process closes however that
 * process ends, `kill -9` included; the service then stops as if it had been told to.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref()
