import { Button } from "../../../ui/Button.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"

const example = `import { webhooks } from "@trunkline/sdk"

const event = await webhooks.verify(body, request.headers, process.env.WEBHOOK_SECRET)`

/** The secret that deliveries are signed with, shown once. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog
      title="The webhook's secret"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p>Your receiver checks every delivery with it. This is the only time that it is shown.</p>
        <CodeBlock text={secret} label="Secret" />
        <CodeBlock text={example} label="How to check a delivery" />
      </div>
    </Dialog>
  )
}
