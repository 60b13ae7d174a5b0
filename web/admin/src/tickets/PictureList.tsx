import { useQuery } from "@tanstack/react-query"
import type { Attachment } from "@trunkline/sdk"
import { Suspense, useState } from "react"
import { client } from "../app/client.ts"
import { lazyPart } from "../app/lazyPart.tsx"
import { FileButton } from "./FileButton.tsx"
import type { TicketIds } from "./place.ts"

const PictureDialog = lazyPart(() => import("./PictureDialog.tsx"))

/** Milliseconds for which picture addresses are reused: somewhat less than the hour for which they are valid. */
const linkLife = 50 * 60_000
/** The most pictures whose addresses are read at once (docs/limits.md). */
const mostAtOnce = 100

interface Props {
  readonly ticket: TicketIds
  readonly pictures: ReadonlyArray<Attachment>
}

/** The pictures of a message; a click opens one. What cannot be shown is listed as a file. */
export function PictureList({ ticket, pictures }: Props) {
  const ids = pictures.slice(0, mostAtOnce).map(({ id }) => id)
  const { brandId } = ticket
  const links = useQuery({
    queryKey: ["pictures", ...ids],
    queryFn: ({ signal }) => client.attachments.urls(brandId, { ids }, { signal }),
    staleTime: linkLife,
    gcTime: linkLife
  })
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<string>()
  const close = () => setOpened(undefined)
  const isFile = ({ id }: Attachment) =>
    broken.has(id) || links.isError || (links.data !== undefined && links.data[id] == null)
  const shown = pictures.filter((picture) => !isFile(picture))
  return (
    <>
      <ul aria-label="Pictures" className="mt-2 flex flex-wrap gap-2">
        {pictures.map((picture) => {
          const { filename, id } = picture
          const url = links.data?.[id]?.url
          return (
            <li key={id} className="max-w-full">
              {isFile(picture) ? (
                <FileButton ticket={ticket} file={picture} />
              ) : (
                <button
                  type="button"
                  aria-label={`Show ${filename}`}
                  onClick={() => setOpened(id)}
                  className="block w-44 max-w-full overflow-hidden rounded-md border border-line bg-card text-left text-sm hover:bg-hover"
                >
                  {/* Takes its space before the picture is loaded, so that nothing that somebody reads moves. */}
                  <span className="block h-28 bg-back">
                    {url === undefined ? undefined : (
                      <img
                        src={`${url}?inline=1`}
                        alt=""
                        loading="lazy"
                        decoding="async"
                        onError={() => setBroken(new Set([...broken, id]))}
                        className="size-full object-scale-down"
                      />
                    )}
                  </span>
                  <span dir="auto" className="block truncate border-t border-line px-2 py-1">
                    {filename}
                  </span>
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <Suspense>
        {opened === undefined ? undefined : (
          <PictureDialog ticket={ticket} pictures={shown} first={opened} onClose={close} onFailed={close} />
        )}
      </Suspense>
    </>
  )
}
