import { Trunkline } from "@trunkline/sdk"
import { look } from "./look.ts"

/** While a check fails, the answer is 503 with the same body: what is wanted here, and no error. */
const readable: typeof fetch = async (...request) => {
  const answer = await fetch(...request)
  const isReadiness = answer.headers.get("content-type")?.startsWith("application/json") === true
  return answer.status === 503 && isReadiness ? new Response(answer.body, { headers: answer.headers }) : answer
}

const { system } = new Trunkline({ baseUrl: location.origin, fetch: readable, ...look })

/** Whether the server serves, and every check of it, those that fail too. */
export const readReadiness = () => system.ready()
