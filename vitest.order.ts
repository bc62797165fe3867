import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Tests of the service that take long, like all of the console and those of a long run. On a clean
 * checkout, files are known by their size only.
 */
const startedFirst = [
  'several-processes',
  'price-thief',
  // It makes the examples that other files share, for which they would wait.
  'answer-headers',
]
  .map((name) => `/${name}.test.ts`)
  .concat('.long.test.ts')

/** Files that take about as long as one another. Those of a band are shuffled. */
const bandCount = 6

/**
 * Files in an order that differs from run to run, so that none comes to depend on another. The
 * service's tests are last, and among them the short ones last, so that the workers end together.
 * By the names of projects, the last files would be those that start whole servers.
 */
export class ShuffledOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    announce(seed)
    const sorted = await super.sort(files)
    const last = sorted.filter((file) => placeOf(file) === 2)
    const bands = new Map(
      last.map((file, index) => [file, Math.floor((index * bandCount) / last.length)]),
    )
    const { root } = this.ctx.config
    const drawn = new Map(
      files.map((file) => [file, drawnFor(relative(root, file.moduleId), seed)]),
    )
    return sorted.toSorted(
      (one, other) =>
        placeOf(one) - placeOf(other) ||
        (bands.get(one) ?? 0) - (bands.get(other) ?? 0) ||
        (drawn.get(one) ?? '').localeCompare(drawn.get(other) ?? ''),
    )
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  if (project.name !== 'api') return 0
  const isLong = startedFirst.some((end) => moduleId.endsWith(end))
  return isLong || moduleId.includes('/apps/console/') ? 1 : 2
}

const drawnFor = (path: string, seed: number) =>
  createHash('sha256').update(`${seed} ${path}`).digest('hex')

let announced: number | undefined

/** Says the seed at the start, and once more below a failure. */
function announce(seed: number): void {
  if (announced !== undefined) return
  announced = seed
  process.stderr.write(`Test files in the order of seed ${seed}\n`)
  process.once('exit', (code) => {
    if (code === 0) return
    process.stderr.write(
      `Test files were in the order of seed ${seed}: give it again with ORDER_SEED=${seed}\n`,
    )
  })
}
