// An old Node reads this file and npm-start.mjs, so they keep to what every Node with modules knows.

/** The sentence for a Node that is older than `wanted`, such as '>=20.19'. Undefined if it is not. */
export function tooOldNode(version, wanted) {
  const [major, minor] = numbersOf(version)
  const [majorMin, minorMin = 0] = numbersOf(wanted)
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return undefined
  return (
    `Vadium needs Node.js ${majorMin}.${minorMin} or newer, and this is ${version}. ` +
    'Install a newer one from https://nodejs.org and run npm start again.'
  )
}

function numbersOf(version) {
  return version.match(/\d+/g).map(Number)
}
