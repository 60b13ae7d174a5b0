import type { MailView } from "@trunkline/sdk"
import { useState } from "react"
import { Button } from "../ui/Button.tsx"
import { pictureWords } from "./pictureWords.ts"

/**
 * An email in its original design: a document from the server, without origin or scripts, that loads nothing from elsewhere.
 * The server fetches its remote pictures once somebody asks to see them.
 */
export function MailFrame({ view: { pictures, url } }: { readonly view: MailView }) {
  const [isWhole, setIsWhole] = useState(false)
  // From this page's own origin, since a server may be known by several names.
  const { pathname } = new URL(url)
  return (
    <figure>
      <iframe
        title="Original email"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        src={isWhole ? `${pathname}?pictures=1` : pathname}
        className="h-96 w-full resize-y rounded-md border border-line bg-card"
      />
      {pictures.count === 0 ? undefined : (
        <figcaption className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
          {isWhole ? (
            "The server loads pictures. The sender learns that the email was read, but not by whom."
          ) : (
            <>
              <Button onClick={() => setIsWhole(true)}>Show pictures: {pictureWords(pictures)}</Button>
              Loading them tells the sender that the email was read.
            </>
          )}
        </figcaption>
      )}
    </figure>
  )
}
