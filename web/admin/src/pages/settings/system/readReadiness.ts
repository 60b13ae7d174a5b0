import { Trunkline } from "@trunkline/sdk"
import { look } from "./look.ts"

/** While a check fails, the server answers 503 with the same body. Here that is a result, not an error. */
const readable: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  const isReadiness = answer.headers.get("content-type")?.startsWith("application/json") === true
  return answer.status === 503 && isReadiness ? new Response(answer.body, { headers: answer.headers }) : answer
}

const { system } = new Trunkline({ baseUrl: location.origin, fetch: readable, ...look })

/** Reads whether the server is ready, and all its checks, including failed ones. */
export const readReadiness = () => system.ready()
