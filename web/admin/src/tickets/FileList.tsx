import type { Attachment, Ticket } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { Icon } from "../ui/Icon.tsx"
import { toast } from "../ui/toasts.ts"

const units = ["B", "KB", "MB", "GB"] as const

/** Bytes as people say them. */
export const sizeOf = (bytes: number): string => {
  const step = Math.min(units.length - 1, bytes === 0 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

/** Files of a message. Each is fetched by an address of its own, which is asked for when it is needed. */
export function FileList({ ticket, files }: { readonly ticket: Ticket; readonly files: ReadonlyArray<Attachment> }) {
  if (files.length === 0) return undefined
  const download = async ({ id }: Attachment) => {
    try {
      const { downloadUrl } = await client.attachments.get(ticket.brandId, ticket.id, id)
      // It comes as a download, whatever it is: this page stays where it is.
      location.assign(downloadUrl)
    } catch (error) {
      toast({ text: messageOf(error), tone: "bad", requestId: requestIdOf(error) })
    }
  }
  return (
    <ul aria-label="Files" className="mt-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id}>
          {file.scan === "blocked" ? (
            <span className="inline-flex items-center gap-1.5 rounded-md border border-bad px-2 py-1 text-sm text-bad">
              <Icon name="spam" />
              {file.filename} is held back: it is malware
            </span>
          ) : (
            <button
              type="button"
              onClick={() => void download(file)}
              className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-card px-2 py-1 text-sm hover:bg-hover"
            >
              <Icon name="attach" className="text-soft" />
              <span className="truncate">{file.filename}</span>
              <span className="text-soft">{sizeOf(file.size)}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
