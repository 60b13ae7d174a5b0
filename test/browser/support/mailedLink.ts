import type { Trunkline } from "@trunkline/sdk"
import { until } from "./desk.ts"

/** The latest link mailed to a customer, once there is one that starts with `start`. */
export const mailedLink = (client: Trunkline, email: string, start = "http"): Promise<string> =>
  until(
    async () => {
      const { data } = await client.testMode.listOutbox({ to: email })
      return /http\S+token=ml_\w+/.exec(data[0]?.text ?? "")?.[0] ?? ""
    },
    (link) => link.startsWith(start)
  )
