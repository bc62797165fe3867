import { join } from 'node:path'
import { build } from 'tsdown'

/** Of the packages of this repository, the sources that the service is built from. */
const followed = ['apps/api/src', 'packages/margin/src', 'packages/schema/src']

/**
 * Builds the service from the sources of this repository, and again whenever one of them changes.
 * The build lies beside that of `pnpm run build`, which it leaves alone, and contains our own
 * sources only, which is several times as fast as to bundle all that the service loads.
 *
 * @param root the folder of the repository.
 * @returns the program to run, once it has been built for the first time.
 */
export async function followService(root: string): Promise<string> {
  const folder = join(root, 'apps/api/dev')
  await new Promise<void>((resolve, reject) => {
    build({
      cwd: join(root, 'apps/api'),
      config: false,
      entry: { server: 'src/server.ts' },
      outDir: folder,
      platform: 'node',
      fixedExtension: false,
      dts: false,
      clean: false,
      sourcemap: true,
      report: false,
      logLevel: 'warn',
      watch: followed.map((path) => join(root, path)),
      deps: { alwaysBundle: /^@vadium\// },
      inputOptions: {
        resolve: { conditionNames: ['@vadium/source', 'import', 'node', 'default'] },
      },
      onSuccess: () => {
        resolve()
      },
    }).catch(reject)
  })
  return join(folder, 'server.js')
}
