import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** In MB, as measured in a fresh clone, with some room to run in. */
const megabytes = {
  /** The packages of `npm start`, what npm and pnpm keep of them in the home, and the builds. */
  install: 850,
  build: 50,
  /** A PostgreSQL with the demo book takes 100, and its log of changes grows at first. */
  newDatabase: 150,
  run: 30,
}

/**
 * The sentence for what would stop a start after its first work, and what to do: a full disk, or a
 * data folder that is not writable. Undefined if nothing would.
 */
export function obstacle(root, environment, isBuilt) {
  const data = resolve(root, environment.VADIUM_DATA || 'data')
  const hasDatabase = environment.DATABASE_URL || existsSync(join(data, 'postgres', 'data'))
  const newData = hasDatabase ? megabytes.run : megabytes.newDatabase
  const needs = [{ folder: data, needed: newData, isData: true }]
  const isInstalled = existsSync(join(root, 'node_modules', '.modules.yaml'))
  if (!isBuilt) {
    needs.push({ folder: root, needed: isInstalled ? megabytes.build : megabytes.install })
  }
  return tooFull(needs.map((need) => ({ ...need, ...diskOf(need.folder) }))) ?? unwritable(data)
}

/**
 * The sentence for the first disk that has less room than is needed on it altogether.
 *
 * @param needs each a folder, the megabytes needed in it, its disk, the megabytes free there, and
 *   whether it is the data, which may be on another disk than the checkout.
 */
export function tooFull(needs) {
  for (const { folder, disk, free } of needs) {
    const together = needs.filter((need) => need.disk === disk)
    const needed = together.reduce((sum, need) => sum + need.needed, 0)
    if (free >= needed) continue
    const others = together.filter(({ isData }) => !isData)
    const isEnoughWithoutData = free >= others.reduce((sum, other) => sum + other.needed, 0)
    const instead = isEnoughWithoutData
      ? 'set VADIUM_DATA to a folder on another disk'
      : 'clone into a folder on another disk'
    return (
      `The disk of ${folder} has ${free} MB free, and npm start needs about ${needed} MB there. ` +
      `Free some space, or ${instead}.`
    )
  }
  return undefined
}

function diskOf(folder) {
  const there = nearest(folder)
  const { bavail, bsize, blocks } = statfsSync(there)
  // Some file systems do not count.
  const free = blocks === 0 ? Infinity : Math.floor((bavail * bsize) / 1_000_000)
  return { disk: statSync(there).dev, free }
}

/** Only an attempt shows it, because root may write to anything by its mode. */
function unwritable(folder) {
  try {
    rmdirSync(mkdtempSync(join(nearest(folder), '.vadium-')))
    return undefined
  } catch ({ code }) {
    return `The data folder ${folder} is not writable (${code}). Set VADIUM_DATA to a writable folder.`
  }
}

/** The folder itself, or the nearest above it that exists. */
function nearest(folder) {
  return existsSync(folder) ? folder : nearest(dirname(folder))
}
