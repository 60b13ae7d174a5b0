import { useQuery } from "@tanstack/react-query"
import type { Attachment } from "@trunkline/sdk"
import { useEffect, useState } from "react"
import { client } from "../app/client.ts"
import { Loaded } from "../forms/Loaded.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import type { TicketIds } from "./place.ts"
import { useDownload } from "./useDownload.ts"

interface Props {
  readonly ticket: TicketIds
  readonly pictures: ReadonlyArray<Attachment>
  /** Id of the picture that was clicked. */
  readonly first: string
  readonly onClose: () => void
}

/** A picture of a message, as large as fits, with buttons to the others. */
export default function PictureDialog({ ticket, pictures, first, onClose }: Props) {
  const [shown, setShown] = useState(first)
  const at = pictures.findIndex(({ id }) => id === shown)
  const show = (index: number) => setShown(pictures.at(index % pictures.length)?.id ?? shown)
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "ArrowLeft") show(at - 1)
      if (key === "ArrowRight") show(at + 1)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  })
  const picture = pictures[at]
  if (picture === undefined) return undefined
  return (
    <Dialog
      title={picture.filename}
      size="huge"
      onClose={onClose}
      actions={
        <>
          {pictures.length === 1 ? undefined : (
            <>
              <Button onClick={() => show(at - 1)}>Previous</Button>
              <Button onClick={() => show(at + 1)}>Next</Button>
              <span role="status" className="flex-1 self-center text-sm text-soft">
                {at + 1} of {pictures.length}
              </span>
            </>
          )}
          <DownloadButton key={picture.id} ticket={ticket} picture={picture} />
        </>
      }
    >
      <Picture key={picture.id} ticket={ticket} picture={picture} />
    </Dialog>
  )
}

interface OfOne {
  readonly ticket: TicketIds
  readonly picture: Attachment
}

function Picture({ ticket, picture: { filename, id } }: OfOne) {
  // A picture's address is valid for an hour. It is read again, since the ticket may have been open longer.
  const query = useQuery({
    queryKey: ["picture", id],
    queryFn: ({ signal }) => client.attachments.get(ticket.brandId, ticket.id, id, { signal }),
    gcTime: 0
  })
  const [isBroken, setIsBroken] = useState(false)
  return (
    <Loaded query={query}>
      {({ downloadUrl }) =>
        isBroken ? (
          <p role="alert">This picture cannot be shown. Download it to view it.</p>
        ) : (
          <img
            src={`${downloadUrl}?inline=1`}
            alt={filename}
            onError={() => setIsBroken(true)}
            className="mx-auto max-h-[65dvh] max-w-full object-contain"
          />
        )
      }
    </Loaded>
  )
}

function DownloadButton({ ticket, picture }: OfOne) {
  const { download, isPending } = useDownload(ticket, picture)
  return (
    <Button kind="primary" busy={isPending} onClick={download}>
      Download
    </Button>
  )
}
