/** What can be asked for from a position, in the order of the kinds of order requests. */
export const askingWords = 'Recall, return, rerate, amend, extend or substitute'
