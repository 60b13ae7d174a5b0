import type { Attachment } from "@trunkline/sdk"
import { Icon } from "../ui/Icon.tsx"
import type { TicketIds } from "./place.ts"
import { sizeOf } from "./sizeOf.ts"
import { useDownload } from "./useDownload.ts"

/** A file's name, which downloads the file on a click. */
export function FileButton({ ticket, file }: { readonly ticket: TicketIds; readonly file: Attachment }) {
  const { download, isPending } = useDownload(ticket, file)
  return (
    <button
      type="button"
      disabled={isPending}
      aria-busy={isPending || undefined}
      onClick={download}
      className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-card px-2 py-1 text-sm hover:bg-hover disabled:cursor-default disabled:opacity-60"
    >
      <Icon name="attach" className="text-soft" />
      <span dir="auto" className="truncate">
        {file.filename}
      </span>
      <span className="shrink-0 text-soft">{isPending ? "Downloading…" : sizeOf(file.size)}</span>
    </button>
  )
}
