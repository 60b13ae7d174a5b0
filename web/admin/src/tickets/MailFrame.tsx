/**
 * A mail as it is structured. The server has cleaned it; it is shown in a frame without origin and without scripts, which
 * loads nothing from anywhere, so that nobody learns that it is read.
 */
export function MailFrame({ html }: { readonly html: string }) {
  const { body, images } = withoutImages(html)
  return (
    <figure>
      <iframe
        title="The mail in its own design"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={`<!doctype html><html lang="en"><head><title>Mail</title><meta name="color-scheme" content="light dark"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><base target="_blank"></head><body>${body}</body></html>`}
        className="h-80 w-full resize-y rounded-md border border-line bg-card"
      />
      <figcaption className="mt-1 text-sm text-soft">
        {images === 0
          ? ""
          : `${images === 1 ? "A picture was" : `${images} pictures were`} left out: loading it tells the sender that the mail is read.`}
      </figcaption>
    </figure>
  )
}

/**
 * The mail without its styles, which the policy of the page applies nowhere: merely reading them would be reported as a
 * violation.
 */
const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, "")
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=\s*("[^"]*"|'[^']*')/gi, ""))

/** The mail with the words that stand for its pictures, and how many there were. */
export const withoutImages = (html: string): { readonly body: string; readonly images: number } => {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), "text/html")
  const pictures = [...body.querySelectorAll("img, picture, source, video, audio")]
  for (const picture of pictures) picture.replaceWith(picture.getAttribute("alt") ?? "")
  return { body: body.innerHTML, images: pictures.length }
}
