/**
 * A mail in its own design. The server has cleaned it; it is shown in a frame without origin and without scripts, which
 * loads nothing from anywhere, so that nobody learns that it is read.
 */
export function MailFrame({ html }: { readonly html: string }) {
  return (
    <iframe
      title="The mail in its own design"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<!doctype html><html lang="en"><head><title>Mail</title><meta name="color-scheme" content="light dark"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><base target="_blank"></head><body>${html}</body></html>`}
      className="h-80 w-full resize-y rounded-md border border-line bg-card"
    />
  )
}
