import { SecretDialog } from "../../../forms/SecretDialog.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"

const example = `import { webhooks } from "@trunkline/sdk"

const event = await webhooks.verify(body, request.headers, process.env.WEBHOOK_SECRET)`

/** Shows, only once, the secret that signs deliveries. */
export function WebhookSecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <SecretDialog
      title="Webhook secret"
      lead="Your receiver verifies every delivery with this secret."
      secret={secret}
      onClose={onClose}
    >
      <CodeBlock text={example} label="How to verify a delivery" />
    </SecretDialog>
  )
}
