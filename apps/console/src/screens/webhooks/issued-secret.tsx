import type { IssuedWebhookEndpoint } from '@vadium/client'
import { Button } from '../../figures/button.tsx'
import { CopyText } from '../../figures/copy-text.tsx'
import page from '../../figures/page.module.css'

/** The secret of an endpoint, shown until the person says that it is stored. */
export function IssuedSecret({
  issued: { secret, webhook_endpoint },
  stored,
}: {
  readonly issued: IssuedWebhookEndpoint
  readonly stored: () => void
}) {
  return (
    <div className={`${page['note'] ?? ''} ${page['form'] ?? ''}`} data-tone="good">
      {secret === undefined ? (
        <p>
          The answer that carried the secret was lost, and a secret is shown once. Rotate the secret
          of {webhook_endpoint.target_url} to get another one.
        </p>
      ) : (
        <>
          <p>
            <strong>The secret of {webhook_endpoint.target_url}.</strong> It is shown now and never
            again: store it where the receiver verifies deliveries.
          </p>
          <CopyText name="the secret" text={secret} />
        </>
      )}
      <div>
        <Button className="button" onPress={stored}>
          {secret === undefined ? 'Close' : 'I have stored it'}
        </Button>
      </div>
    </div>
  )
}
