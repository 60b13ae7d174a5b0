import { Layer, Redacted } from "effect"
import { DnsResolver, type Resolve } from "../../src/runtime/DnsResolver.ts"
import { MailMarks } from "../../src/tickets/outbound/MailMarks.ts"

/** The marks by which we recognize our own mail, under the key of `accountServices`. */
export const mailMarks = MailMarks.layer(Redacted.make([new Uint8Array(32).fill(7)]))

const unknown: Resolve = () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }))

/** A DNS without any names. */
export const noDns = Layer.succeed(DnsResolver, DnsResolver.of({ resolve: unknown, resolveFresh: unknown }))
