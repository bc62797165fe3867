import { fileURLToPath } from 'node:url'
import { readSettings, reportFailure, serviceOrigin, start } from '@vadium/start'
import { serveConsole } from './console-server.ts'
import { followService } from './followed-service.ts'

const root = new URL('../../../', import.meta.url)

/** A sandbox, whose log has the lines of the sources, unless the environment says otherwise. */
const environment = {
  SANDBOX: '1',
  LOG_LEVEL: 'warn',
  // A restart ends requests instead of waiting for them.
  SHUTDOWN_TIMEOUT_S: '1',
  ...process.env,
}

await reportFailure(async () => {
  const settings = readSettings(environment, fileURLToPath(root))
  const page = await serveConsole(fileURLToPath(new URL('apps/console', root)), {
    service: serviceOrigin(settings),
    basePath: settings.basePath,
    port: Number(process.env['CONSOLE_PORT'] ?? settings.port + 1),
  })
  try {
    return await start({
      settings,
      environment,
      // Node starts the service again after each build. A debugger can attach to it at any time.
      program: [
        ...['--watch', '--watch-preserve-output', '--enable-source-maps', '--inspect'],
        await followService(fileURLToPath(root)),
      ],
      consoleOrigin: page.origin,
    })
  } finally {
    await page.close()
  }
})
// The build goes on following the sources until the process ends.
process.exit()
