import { fileURLToPath } from 'node:url'

const compiler = new URL('node_modules/typescript-native/bin/tsc', import.meta.url)

/** For packages that are published: who works in this repository reads the types of the sources. */
export const declarations = {
  // The sources alone: declarations of files outside the package would be written beside them.
  tsconfig: 'tsconfig.declarations.json',
  tsgo: { path: fileURLToPath(compiler) },
}
