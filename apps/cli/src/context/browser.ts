type Environment = Readonly<Record<string, string | undefined>>

/** Opens an address in the browser of this machine. Undefined if there is no desktop to show it. */
export function browserOf(
  platform: NodeJS.Platform,
  env: Environment,
): ((address: string) => Promise<void>) | undefined {
  const desktops = ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME']
  const given = desktops.some((name) => (env[name] ?? '') !== '')
  if (!['darwin', 'win32'].includes(platform) && !given) return undefined
  return async (address) => {
    // Loaded by the one command that needs it.
    const { default: open } = await import('open')
    await open(address)
  }
}
