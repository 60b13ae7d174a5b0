import type { MailView } from "@trunkline/sdk"
import { useState } from "react"
import { Button } from "../ui/Button.tsx"
import { pictureWords } from "./pictureWords.ts"

/**
 * A mail as its sender made it: a document of the server's, without origin and without scripts, which loads nothing from
 * anywhere else. Its remote pictures are fetched by the server, once somebody wants to see them.
 */
export function MailFrame({ view: { pictures, url } }: { readonly view: MailView }) {
  const [isWhole, setIsWhole] = useState(false)
  // From where this page came: a server may be known by more than one name.
  const { pathname } = new URL(url)
  return (
    <figure>
      <iframe
        title="The original mail"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        src={isWhole ? `${pathname}?pictures=1` : pathname}
        className="h-96 w-full resize-y rounded-md border border-line bg-card"
      />
      {pictures.count === 0 ? undefined : (
        <figcaption className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
          {isWhole ? (
            "Pictures are fetched by the server: their senders learn that the mail is read, and not by whom."
          ) : (
            <>
              <Button onClick={() => setIsWhole(true)}>Show pictures: {pictureWords(pictures)}</Button>
              Loading them tells their senders that the mail is read.
            </>
          )}
        </figcaption>
      )}
    </figure>
  )
}
