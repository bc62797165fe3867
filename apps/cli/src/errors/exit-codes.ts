/** The exit codes. A script can decide by them whether to try again. */
export const exitCodes = {
  done: { code: 0, meaning: 'Done.' },
  differs: { code: 1, meaning: 'A recomputed preview differs from the answer.' },
  usage: {
    code: 2,
    meaning: 'The command, a value, a file or the profile is invalid. Nothing was sent.',
  },
  refused: { code: 3, meaning: 'The service refused the request. Nothing was changed.' },
  unknown: {
    code: 4,
    meaning: 'No valid answer. A write may or may not have taken effect.',
  },
  unreachable: { code: 5, meaning: 'The connection failed. Nothing was sent.' },
  awaitsApproval: {
    code: 6,
    meaning: 'The request awaits the approval of other accounts. Nothing was changed yet.',
  },
  defect: { code: 70, meaning: 'A bug in this command. --debug shows where.' },
  interrupted: { code: 130, meaning: 'Interrupted by Ctrl-C.' },
  pipeClosed: { code: 141, meaning: 'The reader of the output closed the pipe, as `| head` does.' },
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]['code']
