import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../tools/start/dist/main.js', import.meta.url))

/**
 * Starts the demo book, or a sandbox with SANDBOX=1, on a free port. Resolves with the addresses of
 * the console that it prints when it is ready: lender, borrower and, of a sandbox, operator.
 */
export function startBook(dataFolder, settings = {}) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, VADIUM_DATA: dataFolder, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (!text.includes('Press Ctrl-C')) return
      const [lender, borrower, operator] = text.match(/http:\S+\/console\/#\S+/g) ?? []
      resolve({ lender, borrower, operator, stop })
    })
    child.once('exit', () => reject(new Error(`npm start ended early:\n${text}`)))
  })
}

/** The service and the private key of a profile of a demo book that was started in a folder. */
export async function profileIn(dataFolder, name) {
  const file = JSON.parse(await readFile(join(dataFolder, 'demo/profiles.json'), 'utf8'))
  return file.profiles[name]
}
