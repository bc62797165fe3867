import { later } from './later.tsx'

/** Not part of the first load, but read after it: when a dialog opens, the service may be away. */
export const loadDialogs = () => import('./dialog-shell.tsx')

/** A dialog over the screen. */
export const Dialog = later(async () => (await loadDialogs()).DialogShell)
