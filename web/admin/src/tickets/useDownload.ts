import { useMutation } from "@tanstack/react-query"
import { ApiError, type Attachment, apiError, ConnectionError } from "@trunkline/sdk"
import { client } from "../app/client.ts"
import { messageOf, requestIdOf } from "../ui/errors.ts"
import { toast } from "../ui/toasts.ts"
import type { TicketIds } from "./place.ts"

/** Downloads a file of a ticket. Its address is read only when it is needed. */
export const useDownload = (ticket: TicketIds, { filename, id }: Attachment) => {
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
  return { isPending, download: () => mutate() }
}

/** Fetched here, since an error response to a browser's navigation would replace the page. */
const bytesOf = async (url: string): Promise<Blob> => {
  try {
    const response = await fetch(url)
    if (!response.ok) throw await apiError(response)
    return await response.blob()
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ConnectionError(`GET ${url} was not answered`, { cause })
  }
}

/** Milliseconds for the browser to take over the bytes. */
const takeover = 60_000

const save = (bytes: Blob, filename: string) => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(bytes)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), takeover)
}
