const replyLengthMax = 1000

/**
 * A reply of a mail server as it is kept: printable, in one line, and without the address, which is
 * erased when it is deleted. What a server sends is data.
 */
export function shownReply(reply: string, address: string | null): string {
  const printable = reply.replaceAll(/[^\x20-\x7e]+/g, ' ')
  const parts = address === null ? [printable] : splitAt(printable, address)
  return parts.join('(address)').slice(0, replyLengthMax)
}

/** The parts of a text between each occurrence of a word, in upper or lower case. */
function splitAt(text: string, word: string): string[] {
  const [lower, parts] = [text.toLowerCase(), new Array<string>()]
  let from = 0
  for (;;) {
    const at = lower.indexOf(word.toLowerCase(), from)
    if (at === -1) return [...parts, text.slice(from)]
    parts.push(text.slice(from, at))
    from = at + word.length
  }
}
