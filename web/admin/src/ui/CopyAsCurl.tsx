import { Button } from "./Button.tsx"
import { copyText } from "./CopyButton.tsx"
import { type ApiCall, curlOf } from "./curl.ts"
import { messageOf } from "./errors.ts"
import { toast } from "./toasts.ts"

/** Copies the API requests of an act as curl commands. The act must begin with its request; nothing is sent. */
export const copyAsCurl = async (act: () => unknown) => {
  try {
    const { rehearse } = await import("../app/rehearse.ts")
    const calls = await rehearse(act)
    if (calls.length === 0) toast({ text: "There is no API request to copy" })
    else await copyText(calls.map(curlOf).join("\n\n"), "Copied as curl")
  } catch (error) {
    toast({ text: messageOf(error), tone: "bad" })
  }
}

type Props = { readonly call: ApiCall } | { readonly act: () => unknown }

/** Copies what the button beside it does as a curl command: everything here can be done with the API. */
export function CopyAsCurl(props: Props) {
  return (
    <Button
      kind="quiet"
      onClick={() => void ("call" in props ? copyText(curlOf(props.call), "Copied as curl") : copyAsCurl(props.act))}
    >
      Copy as curl
    </Button>
  )
}
