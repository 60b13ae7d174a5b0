import { createServer, type IncomingMessage } from "node:http"
import { Effect } from "effect"

export interface Collector {
  readonly url: URL
  /** What was posted to it. */
  readonly posts: ReadonlyArray<{ readonly path: string; readonly body: string }>
  /** From now on, responds with this status, or accepts posts without ever responding. */
  readonly answerWith: (status: number | "nothing") => void
}

/** An OpenTelemetry collector on a free port that runs until the scope closes. */
export const collector = Effect.acquireRelease(
  Effect.callback<Collector & { readonly close: () => void }>((resume) => {
    const posts: Array<{ path: string; body: string }> = []
    let status: number | "nothing" = 200
    const read = async (request: IncomingMessage) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk)
      posts.push({ path: request.url ?? "", body: Buffer.concat(chunks).toString() })
    }
    const server = createServer(
      (request, response) => void read(request).then(() => status !== "nothing" && response.writeHead(status).end("{}"))
    )
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(
        Effect.succeed({
          url: new URL(`http://127.0.0.1:${port}`),
          posts,
          answerWith: (next: number | "nothing") => {
            status = next
          },
          close: () => {
            server.close()
            server.closeAllConnections()
          }
        })
      )
    })
  }),
  ({ close }) => Effect.sync(close)
)
