import { defineConfig } from 'tsdown'
import { declarations } from '../../tsdown.shared.ts'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    browser: 'src/browser.ts',
    testing: 'src/testing/index.ts',
  },
  dts: declarations,
  platform: 'neutral',
  fixedExtension: false,
  // Who installs the SDK installs neither the schema nor TypeBox. The SDK takes the protocol of the
  // schema, which needs no TypeBox; the testing kit takes all of both.
  deps: {
    neverBundle: /^node:/,
    alwaysBundle: [/^@vadium\/schema/, /^@sinclair\/typebox/],
    onlyBundle: ['@vadium/schema', '@sinclair/typebox'],
  },
  // Short local names and no indentation. Lines and the names of classes stay, for stack traces and
  // logs.
  minify: {
    mangle: { keepNames: { class: true, function: false } },
    compress: true,
    codegen: { removeWhitespace: false },
  },
  plugins: [
    {
      name: 'no-indentation',
      generateBundle: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.fileName.endsWith('.js')) {
            file.code = file.code.replaceAll(/^\t+/gm, '')
          }
        }
      },
    },
  ],
  // Comments are read in an editor, so they stand in the types alone.
  outputOptions: { comments: false },
})
