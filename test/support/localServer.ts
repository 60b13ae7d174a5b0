import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { Connection } from "../../src/cli/Connection.ts"

/** Serves HTTP on a free port of this machine until the scope closes; returns the URL. */
export const localServer = (respond: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(respond).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** A command's connection to an API that responds like this. */
export const connectedTo = (respond: RequestListener) =>
  Effect.map(localServer(respond), (url) => Connection.layer({ url, key: "sk_test_1", test: true, anyKey: true }))
