/** The pages in the order of the navigation: a heading, and the files of docs/ under it. */
export const chapters = [
  [
    'Start',
    [
      'guides/signing.md',
      'guides/colleagues.md',
      'api.md',
      'webhooks.md',
      'console.md',
      'console-parts.md',
      'glossary.md',
    ],
  ],
  ['Lending', ['guides/automatic-calls.md', 'state-machines.md', 'money.md', 'defaults.md']],
  [
    'Run it',
    [
      'guides/installation.md',
      'guides/deployment.md',
      'guides/prices.md',
      'guides/fireblocks.md',
      'guides/several-processes.md',
      'guides/events-to-a-broker.md',
      'guides/backup.md',
      'guides/upgrading.md',
      'guides/what-to-do-when.md',
      'operating.md',
      'security.md',
    ],
  ],
  [
    'How it is made',
    [
      'architecture.md',
      'mechanisms.md',
      'stress.md',
      'debugging.md',
      'mutation.md',
      'comparison.md',
    ],
  ],
]
