import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { printedText } from './printed-text.ts'
import { sfntOf } from './sfnt.ts'

/** The parts of Noto Sans, in the order in which they are looked through. */
const scripts = [
  'latin',
  'latin-ext',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
  'vietnamese',
  'devanagari',
] as const
type Script = (typeof scripts)[number]

const weights = { regular: 400, bold: 600 } as const
export type Weight = keyof typeof weights

/** A part of a text in one font. */
export interface Run {
  /** The name of the font in the file. */
  readonly font: string
  readonly text: string
  /** Whether glyphs do not follow the order of the characters. */
  readonly isShaped: boolean
}

/** The bytes of each font, read once. */
const files = new Map<string, Buffer>()

const packages = createRequire(import.meta.url)

function fileOf(script: Script, weight: Weight): Buffer {
  const name = `noto-sans-${script}-${weights[weight]}-normal.woff`
  const bytes =
    files.get(name) ?? sfntOf(readFileSync(packages.resolve(`@fontsource/noto-sans/files/${name}`)))
  files.set(name, bytes)
  return bytes
}

/** Cuts texts into runs, by what each font has. */
export class DocumentFonts {
  /** By code point. Undefined: no font has it. */
  readonly #scripts = new Map<number, Script | undefined>()
  readonly #fonts = scripts.map((script) => ({ script, font: open(script) }))

  /** Whether a font has a code point. */
  readonly hasGlyph = (codePoint: number): boolean => this.#scriptOf(codePoint) !== undefined

  /** The bytes of a font of a run. */
  fileOf(name: string): Buffer {
    const [weight, script] = partsOf(name)
    return fileOf(script, weight)
  }

  /** The runs of a text that has been made printable. */
  runs(text: string, weight: Weight): Run[] {
    const runs: { script: Script; text: string }[] = []
    for (const character of printedText(text, this.hasGlyph)) {
      const last = runs.at(-1)
      const codePoint = character.codePointAt(0) ?? 0
      const script = this.#continues(last?.script, character, codePoint)
      if (last?.script === script) last.text += character
      else runs.push({ script, text: character })
    }
    return runs.map((run) => ({
      font: `${weight} ${run.script}`,
      text: run.text,
      isShaped: run.script === 'devanagari',
    }))
  }

  /** A space stays with the run before it, if that font has one. */
  #continues(last: Script | undefined, character: string, codePoint: number): Script {
    const isSpace = character === ' '
    if (isSpace && last !== undefined && this.#has(last, codePoint)) return last
    const script = this.#scriptOf(codePoint)
    if (script === undefined) throw new Error(`no font has the code point ${codePoint}`)
    return script
  }

  #has(script: Script, codePoint: number): boolean {
    const found = this.#fonts.find((one) => one.script === script)
    return found?.font.hasGlyphForCodePoint(codePoint) === true
  }

  #scriptOf(codePoint: number): Script | undefined {
    if (!this.#scripts.has(codePoint)) {
      const found = scripts.find((script) => this.#has(script, codePoint))
      this.#scripts.set(codePoint, found)
    }
    return this.#scripts.get(codePoint)
  }
}

function open(script: Script): Font {
  const font = create(fileOf(script, 'regular'))
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${script} is a collection of fonts`)
  return font
}

function partsOf(name: string): [Weight, Script] {
  const [weight, script] = name.split(' ')
  const found = scripts.find((one) => one === script)
  if ((weight !== 'regular' && weight !== 'bold') || found === undefined) {
    throw new Error(`${name} is no font of a document`)
  }
  return [weight, found]
}
