/** The folder of this package: this file and what is built from it stand one level below. */
export const packageRoot = new URL('..', import.meta.url)
