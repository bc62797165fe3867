#!/usr/bin/env node
const commands = {
  serve: { file: '../dist/server.js', does: 'runs the service (the default)' },
  bootstrap: {
    file: '../dist/bootstrap.js',
    does: 'creates the first operators of a new installation',
  },
  recover: { file: '../dist/recover.js', does: 'recovers a lost last operator or admin' },
  migrate: { file: '../dist/migrate.js', does: 'migrates the database to the newest schema' },
  relay: { file: '../dist/relay.js', does: 'hands events to NATS JetStream until it is stopped' },
  reseal: { file: '../dist/reseal.js', does: 'seals the secrets in the database with another key' },
  'detach-partitions': {
    file: '../dist/detach-partitions.js',
    does: 'takes old months out of the tables that grow with time',
  },
  documents: {
    file: '../dist/documents.js',
    does: 'renders the content of a document as PDF again',
  },
  check: { file: '../dist/check.js', does: 'checks the book against its journal and its rules' },
}

const [name = 'serve'] = process.argv.splice(2, 1)
const takesMore =
  ['bootstrap', 'recover', 'detach-partitions', 'documents'].includes(name) ||
  process.argv.length === 2
const command = Object.hasOwn(commands, name) && takesMore ? commands[name] : undefined
if (command === undefined) {
  const lines = Object.entries(commands).map(
    ([word, { does }]) => `  vadium-api ${word.padEnd(17)}  ${does}`,
  )
  process.stderr.write(`Unknown command. The commands are:\n${lines.join('\n')}\n`)
  process.exitCode = 2
} else {
  try {
    await import(command.file)
  } catch (error) {
    const missing =
      error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!missing || !error.message.includes('/dist/')) throw error
    process.stderr.write(
      'vadium-api: not built yet. Run `pnpm run build` in the repository first.\n',
    )
    process.exitCode = 70
  }
}
