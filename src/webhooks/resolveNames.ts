import { type LookupAddress, lookup } from "node:dns"
import { newResolver } from "../runtime/newResolver.ts"
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

/**
 * As the DNS knows names, asked by ourselves: any number at a time, so that names whose servers are silent, which anybody
 * can have, keep nobody waiting. Addresses of both kinds take turns, because only some are tried and the machine may have
 * one kind alone. `servers` are addresses with a port; the system's when there are none.
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
      // One word for what a resolver says: that there is no such name, and that nobody answers.
      found(Object.assign(new Error(`${host} has no address`), { code: "ENOTFOUND" }), [])
    })
  }

/** How names are found where only these addresses may be reached: those of private networks are often known to their machines alone. */
export const namesFor = ({ opensNetworks }: Pick<Egress["Service"], "opensNetworks">): Resolve =>
  opensNetworks ? systemNames : publicNames()
