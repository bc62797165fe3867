import { spawn } from 'node:child_process'
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
