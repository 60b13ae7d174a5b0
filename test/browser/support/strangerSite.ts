import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** Another site: a different origin, with the pages that tests put on it. */
export interface StrangerSite {
  readonly origin: string
  /** Puts a page on the site; returns its URL. */
  readonly page: (body: string) => string
}

export const strangerSite = Effect.acquireRelease(
  Effect.callback<StrangerSite & { readonly close: () => void }>((resume) => {
    const pages: Array<string> = []
    const server = createServer((request, response) => {
      const body = pages[Number(request.url?.slice(1))]
      if (body === undefined) return response.writeHead(204).end()
      return response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end(`<!doctype html><html lang="en"><head><title>Stranger</title></head><body>${body}</body></html>`)
    })
    server.listen(0, "127.0.0.1", () => {
      // Addressed by IP, so that it is a different site than the server, which is addressed by name.
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      resume(Effect.succeed({ origin, page: (body) => `${origin}/${pages.push(body) - 1}`, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)
