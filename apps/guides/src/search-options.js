/** How sections are indexed and found: for the build, which indexes, and the page, which finds. */
export const options = {
  fields: ['title', 'guide', 'text'],
  storeFields: ['title', 'guide'],
  searchOptions: {
    boost: { title: 4, guide: 2 },
    combineWith: 'AND',
    prefix: true,
    // A wrong letter in five.
    fuzzy: 0.2,
  },
}
