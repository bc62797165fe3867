#!/usr/bin/env node
try {
  await import('../dist/main.js')
} catch (error) {
  const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  if (!missing || !error.message.includes('/dist/main.js')) throw error
  process.stderr.write('vadium: not built yet. Run `pnpm run build` in the repository first.\n')
  process.exitCode = 70
}
