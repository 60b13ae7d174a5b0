import { type LookupAddress, lookup } from "node:dns"
import { Resolver } from "node:dns/promises"
import type { Egress } from "./Egress.ts"

/** Finds the addresses of a name. */
export type Resolve = (
  host: string,
  found: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/**
 * As programs of this machine find names: also in its hosts file and search domains. The system runs two of these at a
 * time for the whole process, and who waits for a silent server keeps the others waiting.
 */
export const systemNames: Resolve = (host, found) => lookup(host, { all: true, verbatim: true }, found)

/** Milliseconds that a server has to answer, and how often one is asked. */
const patience = { timeout: 2_500, tries: 2 }
/** Milliseconds after which the system's servers are looked up again: a machine may have moved to another network. */
const serversLast = 60_000

/**
 * As the DNS knows names, asked by ourselves: any number at a time, so that names whose servers are silent, which anybody
 * can have, keep nobody waiting. `servers` are addresses with a port; the system's when there are none.
 */
export const publicNames = (servers?: ReadonlyArray<string>): Resolve => {
  let resolver: { readonly dns: Resolver; readonly until: number } | undefined
  const current = () => {
    const now = performance.now()
    if (resolver === undefined || resolver.until < now) {
      resolver = { dns: new Resolver(patience), until: now + serversLast }
      if (servers !== undefined) resolver.dns.setServers(servers)
    }
    return resolver.dns
  }

  return (host, found) => {
    const dns = current()
    Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]).then(([v4, v6]) => {
      const addresses = [
        ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
        ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : [])
      ]
      if (addresses.length > 0) return found(null, addresses)
      // One word for what a resolver says: that there is no such name, and that nobody answers.
      found(Object.assign(new Error(`${host} has no address`), { code: "ENOTFOUND" }), [])
    })
  }
}

/** How names are found where only these addresses may be reached: those of private networks are often known to their machines alone. */
export const namesFor = ({ opensNetworks }: Pick<Egress["Service"], "opensNetworks">): Resolve =>
  opensNetworks ? systemNames : publicNames()
