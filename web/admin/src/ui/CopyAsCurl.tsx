import { Button } from "./Button.tsx"
import { copyText } from "./CopyButton.tsx"
import { type ApiCall, curlOf } from "./curl.ts"
import { messageOf } from "./errors.ts"
import { toast } from "./toasts.ts"

/** Copies what an act would ask of the API as commands. The act begins with its request, and nothing of it happens. */
export const copyAsCurl = async (act: () => unknown) => {
  try {
    const { rehearse } = await import("../app/rehearse.ts")
    const calls = await rehearse(act)
    if (calls.length === 0) toast({ text: "There is nothing to ask of the API" })
    else await copyText(calls.map(curlOf).join("\n\n"), "Copied as curl")
  } catch (error) {
    toast({ text: messageOf(error), tone: "bad" })
  }
}

type Props = { readonly call: ApiCall } | { readonly act: () => unknown }

/** Copies what a button beside it does as a command: nothing here is beyond the API. */
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
