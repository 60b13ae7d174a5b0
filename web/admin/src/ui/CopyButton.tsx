import { IconButton } from "./IconButton.tsx"
import { toast } from "./toasts.ts"

/** Copies a text to the clipboard, and says so. */
export const copyText = async (text: string, what = "Copied") => {
  try {
    await navigator.clipboard.writeText(text)
    toast({ text: what })
  } catch {
    toast({ text: "Your browser does not allow copying here", tone: "bad" })
  }
}

export function CopyButton({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) {
  return <IconButton icon="copy" label={label} onClick={() => void copyText(text)} />
}
