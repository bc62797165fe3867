import type uPlot from 'uplot'

/** What the page gave uPlot to draw last. Nothing is drawn without a browser. */
interface Drawing {
  readonly settings: uPlot.Options
  readonly data: uPlot.AlignedData
}

let last: Drawing | undefined

export function noteDrawing(settings: uPlot.Options, data: uPlot.AlignedData): void {
  last = { settings, data }
}

export function forgetDrawing(): void {
  last = undefined
}

export function lastDrawing(): Drawing {
  if (last === undefined) throw new Error('nothing was drawn')
  return last
}
