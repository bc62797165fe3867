// The gate `structure`: the allowed directions of `structure.config.mjs`, and no circle anywhere.
import { cruise, format } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { circlesIn } from './circles.mjs'

const options = await extractOptions('./structure.config.mjs')
const { output } = await cruise(['packages', 'apps', 'tools', 'bench'], options)
const directions = await format(output, { outputType: 'err' })
process.stdout.write(directions.output)

const circles = circlesIn(output.modules)
for (const { folder, parts, imports } of circles) {
  console.log(`In ${folder}, ${parts.join(' and ')} need one another:`)
  for (const line of imports) console.log(`  ${line}`)
}
if (circles.length > 0) console.log(`${circles.length} circles.`)
process.exitCode = directions.exitCode === 0 && circles.length === 0 ? 0 : 1
