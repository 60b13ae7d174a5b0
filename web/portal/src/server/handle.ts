import type { Host } from "./Host.ts"
import { notFound, refuse } from "./refuse.tsx"
import { goTo } from "./respond.tsx"
import { askForRequest, openRequest } from "./routes/newRequest.tsx"
import { fetchFile, reply, showRequest } from "./routes/request.tsx"
import { listRequests } from "./routes/requests.tsx"
import { askForAddress, enter, mailLink, openLink, signOut } from "./routes/signIn.tsx"
import { follow } from "./routes/stream.ts"
import { theme } from "./routes/theme.ts"
import { takeFile } from "./routes/uploads.ts"
import { Visit } from "./Visit.ts"

type Serve = (visit: Visit, ...parameters: ReadonlyArray<string>) => Response | Promise<Response>

/** Every page of the portal: its method, its path below `/portal/{brandId}` or on the brand's own host, and its handler. */
const routes: ReadonlyArray<readonly [method: string, path: RegExp, serve: Serve]> = [
  ["GET", /^$/, listRequests],
  // With a trailing slash, as people and sites write addresses.
  ["GET", /^\/$/, (visit) => goTo(visit, visit.base + visit.url.search)],
  ["GET", /^\/sign-in$/, askForAddress],
  ["POST", /^\/sign-in$/, mailLink],
  ["GET", /^\/enter$/, openLink],
  ["POST", /^\/enter$/, enter],
  ["POST", /^\/sign-out$/, signOut],
  ["GET", /^\/new$/, askForRequest],
  ["POST", /^\/new$/, openRequest],
  ["GET", /^\/r\/(\w+)$/, (visit, ticket = "") => showRequest(visit, ticket)],
  ["POST", /^\/r\/(\w+)$/, (visit, ticket = "") => reply(visit, ticket)],
  ["GET", /^\/r\/(\w+)\/files\/(\w+)$/, (visit, ticket = "", file = "") => fetchFile(visit, ticket, file)],
  ["POST", /^\/files$/, takeFile],
  ["GET", /^\/stream$/, follow],
  ["GET", /^\/theme\/([0-9a-f]{6})\.css$/, (_, color = "") => theme(color)]
]

/**
 * Answers a request to a brand's portal. Pages are HTML whose forms post and redirect with 303, so that everything works
 * without scripts. Rejects only with unexpected errors; whatever the API refuses becomes a page.
 */
export const handle = async (request: Request, host: Host): Promise<Response> => {
  const visit = await Visit.of(request, host)
  if (visit.brandId === "") return notFound(visit)
  try {
    for (const [method, path, serve] of routes) {
      const [found, ...parameters] = path.exec(visit.path) ?? []
      if (found !== undefined && method === request.method) return await serve(visit, ...parameters)
    }
    return await notFound(visit)
  } catch (error) {
    return refuse(visit, error)
  }
}
