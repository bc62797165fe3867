import type { DownloadState } from '../service/download.ts'
import { ErrorText } from './states.tsx'
import stateStyles from './states.module.css'

/** What has become of a file that is being saved. */
export function DownloadProgress({ download }: { readonly download: DownloadState }) {
  switch (download.state) {
    case 'none':
      return null
    case 'reading':
      return <p role="status">Reading … {download.characters} characters so far.</p>
    case 'saved':
      return (
        <p role="status">
          <strong>Saved</strong> as <code>{download.name}</code>: {download.bytes} bytes, complete.
        </p>
      )
    case 'stopped':
      return <p role="status">Stopped. Nothing was saved.</p>
    case 'failed':
      return (
        <div role="alert" className={stateStyles['failure']}>
          <strong>
            The file {download.isBegun ? 'is not complete' : 'was not begun'}. Nothing was saved.
          </strong>
          <ErrorText error={download.error} />
        </div>
      )
  }
}
