import type { ResolverOptions } from "node:dns"
import { Resolver } from "node:dns/promises"

/**
 * A resolver for one question, which costs less than a tenth of a millisecond. One that is kept learns from quick answers:
 * after a dozen it waits half a second for a slow one, whatever its `timeout`, and it does not see that the machine has
 * moved to another network. `servers` are addresses, with `:port` where it is not 53; the system's when there are none.
 */
export const newResolver = (patience: ResolverOptions, servers: ReadonlyArray<string>): Resolver => {
  const resolver = new Resolver(patience)
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}
