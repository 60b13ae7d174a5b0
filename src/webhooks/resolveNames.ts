import { type LookupAddress, lookup } from "node:dns"
import { newResolver } from "../runtime/newResolver.ts"
import type { Egress } from "./Egress.ts"

/** Resolves a name to its addresses. */
export type Resolve = (
  host: string,
  found: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/**
 * Resolves names like other programs on this machine, including its hosts file and search domains. The system runs only two
 * such lookups at a time per process, so a silent DNS server delays other lookups.
 */
export const systemNames: Resolve = (host, found) => lookup(host, { all: true, verbatim: true }, found)

/** Milliseconds that a server has to answer, and how many times it is asked. */
const patience = { timeout: 2_500, tries: 2 }

/**
 * Resolves names through DNS only, with any number of concurrent queries, so that names with silent servers, which anyone can
 * set up, delay nobody else. IPv4 and IPv6 addresses alternate, because only the first few are tried and the machine may
 * support only one of the two. `servers` are addresses with a port; the system's if empty.
 */
export const publicNames =
  (servers: ReadonlyArray<string> = []): Resolve =>
  (host, found) => {
    const dns = newResolver(patience, servers)
    Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]).then((answers) => {
      const [v4 = [], v6 = []] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []))
      const addresses = Array.from({ length: Math.max(v4.length, v6.length) }, (_, turn) => [
        ...v4.slice(turn, turn + 1).map((address) => ({ address, family: 4 })),
        ...v6.slice(turn, turn + 1).map((address) => ({ address, family: 6 }))
      ]).flat()
      if (addresses.length > 0) return found(null, addresses)
      // One code for both cases: the name does not exist, or no server answers.
      found(Object.assign(new Error(`${host} has no address`), { code: "ENOTFOUND" }), [])
    })
  }

/** The resolver to use with an `Egress`: names in private networks can often be resolved only by the system itself. */
export const namesFor = ({ opensNetworks }: Pick<Egress["Service"], "opensNetworks">): Resolve =>
  opensNetworks ? systemNames : publicNames()
