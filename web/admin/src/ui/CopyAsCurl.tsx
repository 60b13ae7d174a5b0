import { Button } from "./Button.tsx"
import { copyText } from "./CopyButton.tsx"
import { type ApiCall, curlOf } from "./curl.ts"

/** Copies what a button beside it does as a command: nothing here is beyond the API. */
export function CopyAsCurl({ call }: { readonly call: ApiCall }) {
  return (
    <Button kind="quiet" onClick={() => void copyText(curlOf(call), "Copied as curl")}>
      Copy as curl
    </Button>
  )
}
