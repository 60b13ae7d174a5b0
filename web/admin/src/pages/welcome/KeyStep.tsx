import { Button } from "../../ui/Button.tsx"
import { CodeBlock } from "../../ui/CodeBlock.tsx"
import { ErrorPanel } from "../../ui/ErrorPanel.tsx"
import type { FirstKey } from "./useFirstKey.ts"

/** Creates a key, and shows it only this once. */
export function KeyStep({ firstKey: { create, secret } }: { readonly firstKey: FirstKey }) {
  return (
    <div className="flex flex-col gap-3">
      <p>
        Your software calls the API with a key. It is shown only once. Keep it as safe as a password, and never put it
        in a web page.
      </p>
      {create.error === null ? undefined : <ErrorPanel error={create.error} />}
      {secret === undefined ? (
        <div>
          <Button kind="primary" busy={create.isPending} onClick={() => create.mutate()}>
            Create a key
          </Button>
        </div>
      ) : (
        <CodeBlock label="New API key" text={secret} />
      )}
    </div>
  )
}
