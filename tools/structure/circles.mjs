/** Below these, the parts of a folder must not need one another in a circle. */
const watched = /^(?:bench|(?:apps|packages|tools)\/[^/]+)(?:\/|$)/

/**
 * The circles among the parts of each folder. A part is a file, or a folder with all that it has.
 * In sources, an import of types alone counts, too: who reads one file has to read the other. Test
 * files are left out, because nothing imports them.
 *
 * @param {readonly {
 *   source: string,
 *   dependencies: readonly { resolved: string, dependencyTypes?: readonly string[] }[]
 * }[]} modules
 * @returns {{ folder: string, parts: string[], imports: string[] }[]}
 */
export function circlesIn(modules) {
  const folders = new Map()
  const sources = new Set(modules.map(({ source }) => source).filter((name) => !isTest.test(name)))
  for (const { source, dependencies } of modules) {
    if (!sources.has(source)) continue
    for (const dependency of dependencies) {
      const { resolved } = dependency
      if (!sources.has(resolved) || resolved === source || !counts(source, dependency)) continue
      addImport(folders, source, resolved)
    }
  }
  return [...folders].sort(byName).flatMap(([folder, arrows]) =>
    stronglyConnected(arrows).map((parts) => ({
      folder,
      parts: [...parts].sort(),
      imports: importsAmong(new Set(parts), arrows),
    })),
  )
}

const isTest = /\.test\.tsx?$/

const counts = (source, { dependencyTypes = [] }) =>
  source.includes('/src/') || !dependencyTypes.includes('type-only')

/** An import is an arrow between two parts of the innermost folder that has both files. */
function addImport(folders, from, to) {
  const [fromNames, toNames] = [from.split('/'), to.split('/')]
  const depth = fromNames.findIndex((name, index) => name !== toNames[index])
  const folder = fromNames.slice(0, depth).join('/')
  if (!watched.test(folder)) return
  const arrows = folders.get(folder) ?? new Map()
  folders.set(folder, arrows)
  const [part = '', target = ''] = [fromNames[depth], toNames[depth]]
  const targets = arrows.get(part) ?? new Map()
  arrows.set(part, targets)
  if (!arrows.has(target)) arrows.set(target, new Map())
  targets.set(target, [...(targets.get(target) ?? []), `${from} imports ${to}`])
}

/** Of each arrow of a circle one import is shown, and how many there are. */
function importsAmong(parts, arrows) {
  return [...parts]
    .sort()
    .flatMap((part) =>
      [...(arrows.get(part) ?? [])]
        .filter(([target]) => parts.has(target))
        .map(([, [first, ...more]]) =>
          more.length === 0 ? first : `${first} (and ${more.length} more imports)`,
        ),
    )
}

/** The groups of two or more parts that all need one another (Tarjan). */
function stronglyConnected(arrows) {
  const found = []
  const places = new Map()
  const lowest = new Map()
  const path = []
  const visit = (part) => {
    places.set(part, places.size)
    lowest.set(part, places.get(part))
    path.push(part)
    for (const target of arrows.get(part)?.keys() ?? []) {
      if (!places.has(target)) visit(target)
      if (path.includes(target)) {
        lowest.set(part, Math.min(lowest.get(part), lowest.get(target)))
      }
    }
    if (lowest.get(part) !== places.get(part)) return
    const group = path.splice(path.indexOf(part))
    if (group.length > 1) found.push(group)
  }
  for (const part of arrows.keys()) if (!places.has(part)) visit(part)
  return found
}

const byName = ([one], [other]) => (one < other ? -1 : 1)
