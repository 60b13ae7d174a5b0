import { useMutation } from "@tanstack/react-query"
import { ApiError, type Attachment, apiError, ConnectionError } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { Icon } from "../ui/Icon.tsx"
import { toast } from "../ui/toasts.ts"
import type { TicketIds } from "./place.ts"

const units = ["B", "KB", "MB", "GB"] as const

/** Bytes as people say them. */
export const sizeOf = (bytes: number): string => {
  const step = Math.min(units.length - 1, bytes === 0 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

/** Files of a message. Each is fetched by an address of its own, which is asked for when it is needed. */
export function FileList({ ticket, files }: { readonly ticket: TicketIds; readonly files: ReadonlyArray<Attachment> }) {
  if (files.length === 0) return undefined
  return (
    <ul aria-label="Files" className="mt-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id} className="max-w-full">
          {file.scan === "blocked" ? (
            <span className="inline-flex items-center gap-1.5 rounded-md border border-bad px-2 py-1 text-sm wrap-anywhere text-bad">
              <Icon name="spam" />
              {file.filename} is held back: it is malware
            </span>
          ) : (
            <FileButton ticket={ticket} file={file} />
          )}
        </li>
      ))}
    </ul>
  )
}

function FileButton({ ticket, file }: { readonly ticket: TicketIds; readonly file: Attachment }) {
  const { filename, id, size } = file
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      const { downloadUrl } = await client.attachments.get(ticket.brandId, ticket.id, id)
      save(await bytesOf(downloadUrl), filename)
    },
    onError: (error) =>
      toast({
        text: `${filename} was not downloaded: ${messageOf(error)}`,
        tone: "bad",
        action: { label: "Try again", run: () => mutate() },
        requestId: requestIdOf(error)
      })
  })
  return (
    <button
      type="button"
      disabled={isPending}
      aria-busy={isPending || undefined}
      onClick={() => mutate()}
      className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-card px-2 py-1 text-sm hover:bg-hover disabled:cursor-default disabled:opacity-60"
    >
      <Icon name="attach" className="text-soft" />
      <span dir="auto" className="truncate">
        {filename}
      </span>
      <span className="shrink-0 text-soft">{isPending ? "Downloading…" : sizeOf(size)}</span>
    </button>
  )
}

/** Fetched by this page: what the browser is sent to takes the page's place when it turns out to be an error. */
const bytesOf = async (url: string): Promise<Blob> => {
  try {
    const response = await fetch(url)
    if (!response.ok) throw await apiError(response)
    return await response.blob()
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ConnectionError(`GET ${url} was not answered`, { cause })
  }
}

/** Milliseconds that the browser gets to take the bytes over. */
const takeover = 60_000

const save = (bytes: Blob, filename: string) => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(bytes)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), takeover)
}
