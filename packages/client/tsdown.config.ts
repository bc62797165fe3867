import { defineConfig } from 'tsdown'
import { declarations, writeCommonJs } from '../../tsdown.shared.ts'

const entry = {
  index: 'src/index.ts',
  browser: 'src/browser.ts',
  testing: 'src/testing/index.ts',
  invitations: 'src/invitations.ts',
  signing: 'src/signing.ts',
}

export default defineConfig({
  onSuccess: ({ outDir }) => writeCommonJs(outDir, Object.keys(entry)),
  entry,
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
  // The names of classes stay, for stack traces and logs.
  minify: {
    mangle: { keepNames: { class: true, function: false } },
    compress: true,
    codegen: true,
  },
  plugins: [
    {
      // No text of the SDK contains what these look for.
      name: 'lines and annotations',
      generateBundle: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          const isOfSdk = file.fileName.endsWith('.js') && file.fileName !== 'testing.js'
          if (file.type === 'chunk' && isOfSdk) file.code = annotated(lines(file.code))
        }
      },
    },
  ],
  outputOptions: {
    // Comments are read in an editor, so they stand in the types alone.
    comments: false,
    // Several files are larger than one. What invites is small by itself.
    codeSplitting: {
      groups: [{ name: 'portable', minShareCount: 2, test: /^(?!.*(?:\/invitation|\.d\.ts))/ }],
    },
  },
})

/** A line for each statement, for stack traces. */
function lines(code: string): string {
  return code
    .replaceAll(/\bfrom(?=")/g, 'from ')
    .replaceAll(
      /;(?=(?:async|await|class|const|export|for|function|if|import|let|return|throw|try|var)\b)/g,
      ';\n',
    )
}

/**
 * Marks the descriptors of operations, so that every bundler leaves out those that a program does
 * not use. The minifier removes such marks.
 */
function annotated(code: string): string {
  return code.replaceAll(/(?=\bnew (?:Read|Write)\()/g, '/*@__PURE__*/')
}
