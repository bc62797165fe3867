/** The media types of answers. */
export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  stream: 'text/event-stream',
  pdf: 'application/pdf',
} as const
