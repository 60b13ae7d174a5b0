import { useQuery } from "@tanstack/react-query"
import { ApiError } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { interval, look } from "./look.ts"

/** Reads the state of the whole installation; `null` for members of accounts that do not run it. */
const readStatus = () =>
  client.system.status(look).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) return null
    throw error
  })

export const useStatus = () =>
  useQuery({
    queryKey: ["status"],
    queryFn: readStatus,
    refetchInterval: (query) => (query.state.data === null ? false : interval(query))
  })
