import { Effect, Layer, Option, Stream } from "effect"
import { DatabaseUnavailable } from "../../src/domain/DatabaseUnavailable.ts"
import type { MailRoute } from "../../src/domain/InboundMessage.ts"
import type { BrandScope } from "../../src/domain/Principal.ts"
import { ChannelNotReady, InvalidInput } from "../../src/domain/Problems.ts"
import type { SimulatedMail } from "../../src/domain/SimulatedMail.ts"
import { RecipientDirectory } from "../../src/tickets/intake/RecipientDirectory.ts"
import { MailSimulator } from "../../src/tickets/simulation/MailSimulator.ts"
import { composeMail } from "./composeMail.ts"
import { MailReceiver } from "./MailReceiver.ts"
import { HeaderFields } from "./mime/HeaderFields.ts"
import { mailboxes } from "./mime/mailboxes.ts"
import { defaultLimits } from "./SmtpLimits.ts"
import type { SmtpRefusal } from "./SmtpRefusal.ts"

/** The client as named in the inbound log. */
const client = { clientName: "simulator", clientAddress: "" }

/** Receives emails over HTTP instead of SMTP; from the raw bytes on, everything is the same. */
export const layer = (inboundDomain: string) =>
  Layer.effect(
    MailSimulator,
    Effect.gen(function* () {
      const receiver = yield* MailReceiver
      const directory = yield* RecipientDirectory

      return MailSimulator.of({
        receive: Effect.fn("MailSimulator.receive")(function* (scope, mail, name) {
          const address = `${scope.brandId}@${inboundDomain}`
          const takes = yield* directory.find(scope.brandId, inboundDomain)
          if (Option.isNone(takes))
            return yield* new ChannelNotReady({
              channel: "email",
              reason: "The brand does not accept email. Set inboundEmailEnabled first."
            })
          const named = "raw" in mail ? [address] : (mail.parts.to ?? [address])
          const route = yield* routeOf(directory, scope, named, takes.value.route)
          const bytes = "raw" in mail ? mail.raw : yield* composeMail(mail.parts, address, name)
          const [result] = yield* receiver
            .receive(
              {
                ...client,
                returnPath: returnPathOf(bytes),
                recipients: [{ scope, addresses: named, route, policy: takes.value.policy }]
              },
              { source: { bytes }, bytes: Stream.make(bytes), size: bytes.byteLength, folder: "" },
              { hops: defaultLimits.hops }
            )
            .pipe(Effect.catchTag("SmtpRefusal", (refusal) => Effect.fail(refused(mail, refusal))))
          return result === undefined ? yield* Effect.die(new Error("no brand took it")) : result.inboundId
        })
      })
    })
  )

/** The route that real mail to these addresses would have taken to the brand; `byId` if none of them belongs to it. */
const routeOf = Effect.fnUntraced(function* (
  directory: RecipientDirectory["Service"],
  scope: BrandScope,
  named: ReadonlyArray<string>,
  byId: MailRoute
) {
  const found = yield* Effect.forEach(named.slice(0, defaultLimits.recipients), (text) => {
    const email = mailboxes(text)[0]?.email ?? ""
    const at = email.lastIndexOf("@")
    return directory.find(email.slice(0, at), email.slice(at + 1))
  })
  const routes = found.flatMap((one) =>
    Option.isSome(one) && one.value.scope.brandId === scope.brandId ? [one.value.route] : []
  )
  return routes.find(({ ticketId }) => ticketId !== undefined) ?? routes[0] ?? byId
})

/** The envelope sender: the `Return-Path` field if present (empty for the null sender), otherwise the From address. */
const returnPathOf = (bytes: Uint8Array): string => {
  const fields = new HeaderFields(bytes)
  const field = fields.count("return-path") > 0 ? "return-path" : "from"
  return mailboxes(fields.raw(field))[0]?.email ?? ""
}

/** Maps an SMTP refusal to an API error: 5xx is about the email, 4xx about the moment. */
const refused = (mail: SimulatedMail, { code, text }: SmtpRefusal) =>
  code < 500
    ? new DatabaseUnavailable({ reason: "overloaded" })
    : InvalidInput.of("raw" in mail ? "raw" : "from", "format", `would be refused: ${text}`)
