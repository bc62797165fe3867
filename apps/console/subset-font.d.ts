declare module 'subset-font' {
  /** Keeps of a font what the letters of `text` need. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2'
      readonly variationAxes: Readonly<
        Record<string, { readonly min: number; readonly max: number }>
      >
      /** Tags of OpenType features. */
      readonly keepFeatures: readonly string[]
    },
  ): Promise<Buffer>
}
