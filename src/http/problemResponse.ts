import { HttpServerResponse } from "effect/http"
import { catalogue, type Problem, problemText } from "../api/ProblemCatalogue.ts"
import { filesPath } from "./files/filesPath.ts"

/**
 * The response for a problem. Its type is `application/json`, because older clients parse a body only if the type contains
 * that text; a caller whose `Accept` names `application/problem+json` gets the same bytes with that type.
 */
export const problemResponse = (
  problem: Problem,
  about: {
    readonly publicUrl: string
    readonly path: string
    readonly requestId: string
    readonly accept: string | undefined
  }
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(
    problemText(problem, { publicUrl: about.publicUrl, instance: shownPath(about.path), requestId: about.requestId }),
    {
      status: catalogue[problem.code].status,
      contentType: problemType(about.accept),
      headers: { ...(problem.headers ?? {}), ...statusHeaders[catalogue[problem.code].status] }
    }
  )

/** The problem that a defect is reported as. */
export const internal: Problem = {
  code: "internal",
  detail: "An error occurred on the server. It was logged under this request id."
}

/** The path of a file's address is a secret. */
const shownPath = (path: string) => (path.startsWith(filesPath) ? filesPath.slice(0, -1) : path)

const problemType = (accept: string | undefined) =>
  accept?.toLowerCase().includes("application/problem+json") ? "application/problem+json" : "application/json"

/** Headers that depend only on the status. A body that was refused unread may still be on its way. */
const statusHeaders: Record<number, Record<string, string>> = {
  401: { "www-authenticate": 'Bearer realm="trunkline"' },
  413: { connection: "close" }
}
