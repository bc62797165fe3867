/** What the exit code of the command says: a script decides by it whether to try again. */
export const exitCodes = {
  done: { code: 0, meaning: 'Done.' },
  differs: { code: 1, meaning: 'A calculation does not lead to its preview.' },
  usage: {
    code: 2,
    meaning: 'The command, a value, a file or the profile is not right. Not sent.',
  },
  refused: { code: 3, meaning: 'The service refused. Nothing was done.' },
  unknown: {
    code: 4,
    meaning: 'No proper answer came. A request that changes something may have done so.',
  },
  unreachable: { code: 5, meaning: 'No connection could be made. Not sent.' },
  defect: { code: 70, meaning: 'A defect of this command. --debug shows where.' },
  interrupted: { code: 130, meaning: 'Interrupted by Ctrl-C.' },
  pipeClosed: { code: 141, meaning: 'The reader of the output went away, as `| head` does.' },
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]['code']
