import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/**
 * A mutant of a constant can keep a file of tests from loading. Then none of its tests fails, as
 * none begins, and the mutant would count as not noticed. So what kept the file from loading is
 * made an error of the run, which Stryker counts apart.
 */
class LoadErrors {
  onInit(vitest) {
    this.vitest = vitest
  }

  onTestRunStart() {
    this.vitest.state.clearErrors()
  }

  onTestModuleEnd(module) {
    // Vitest hands on what it received from a thread; Stryker can print a true Error only.
    for (const { message } of module.errors()) {
      this.vitest.state.catchError(new Error(message), 'Load Error')
    }
  }
}

const { project, only, without } = JSON.parse(process.env.VADIUM_MUTATED_PROJECT ?? '')
const own = `${project}/vitest.config.ts`

/** Runs the tests of the package that is mutated, with its own settings if it has some. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: existsSync(own) ? own : 'vitest.shared.ts',
        root: project,
        // A busy machine is not to be taken for a test that noticed: an endless loop is Stryker's
        // to end.
        test: {
          exclude: only ? ['../**/test/**', `test/**/!(${only.join('|')}).test.ts`] : without,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
    reporters: [new LoadErrors()],
  },
})
