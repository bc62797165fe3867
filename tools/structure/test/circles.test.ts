import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** The circles among files that import others, as `from: [to, …]`. */
function circlesIn(imports: Readonly<Record<string, readonly string[]>>): unknown {
  const files = new Set([...Object.keys(imports), ...Object.values(imports).flat()])
  const modules = [...files].map((source) => ({
    source,
    dependencies: (imports[source] ?? []).map((resolved) => ({ resolved })),
  }))
  const program = `
    const { circlesIn } = await import(${JSON.stringify(new URL('../circles.mjs', import.meta.url))})
    console.log(JSON.stringify(circlesIn(${JSON.stringify(modules)})))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

it('accepts folders and files that import one another in one direction', () => {
  expect(
    circlesIn({
      'apps/a/src/main.ts': ['apps/a/src/orders/order.ts', 'apps/a/src/text.ts'],
      'apps/a/src/orders/order.ts': ['apps/a/src/orders/row.ts', 'apps/a/src/text.ts'],
      'apps/a/test/order.test.ts': ['apps/a/src/orders/order.ts'],
    }),
  ).toEqual([])
})

it('names two folders whose files import one another, though no file needs itself', () => {
  expect(
    circlesIn({
      'apps/a/src/orders/order.ts': ['apps/a/src/positions/deep/position.ts'],
      'apps/a/src/positions/list.ts': ['apps/a/src/orders/row.ts', 'apps/a/src/orders/text.ts'],
    }),
  ).toEqual([
    {
      folder: 'apps/a/src',
      parts: ['orders', 'positions'],
      imports: [
        'apps/a/src/orders/order.ts imports apps/a/src/positions/deep/position.ts',
        'apps/a/src/positions/list.ts imports apps/a/src/orders/row.ts (and 1 more imports)',
      ],
    },
  ])
})

it('names files of one folder that need one another over a third', () => {
  expect(
    circlesIn({
      'packages/a/src/one.ts': ['packages/a/src/two.ts'],
      'packages/a/src/two.ts': ['packages/a/src/three.ts'],
      'packages/a/src/three.ts': ['packages/a/src/one.ts'],
    }),
  ).toMatchObject([{ folder: 'packages/a/src', parts: ['one.ts', 'three.ts', 'two.ts'] }])
})

it('leaves the directions between packages to their own rules', () => {
  expect(
    circlesIn({ 'apps/a/src/a.ts': ['tools/b/b.ts'], 'tools/b/c.ts': ['apps/a/b.ts'] }),
  ).toEqual([])
})
