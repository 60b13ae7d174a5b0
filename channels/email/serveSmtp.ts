import type { Socket } from "node:net"
import { domainToASCII } from "node:url"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Cause, Deferred, Duration, Effect, Exit, FiberSet, type FileSystem, Option } from "effect"
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server"
import { type Recipient, RecipientDirectory } from "../../src/tickets/intake/RecipientDirectory.ts"
import type { Delivery } from "./Delivery.ts"
import type { RenewedTls, SmtpTls } from "./loadTls.ts"
import { MailReceiver } from "./MailReceiver.ts"
import { unquoted } from "./mime/mailboxes.ts"
import { ClientGone, receiveData } from "./receiveData.ts"
import { isTrustedRelay, type TrustedRelays } from "./relayVerdicts.ts"
import { renewTls } from "./renewTls.ts"
import type { SmtpLimits } from "./SmtpLimits.ts"
import { refusals, SmtpRefusal } from "./SmtpRefusal.ts"
import { type SmtpSession, SmtpSessions } from "./SmtpSessions.ts"
import { takeQuoted } from "./takeQuoted.ts"

/** How long clients may take to close their side after the goodbye, before it is closed for them. */
const farewell = Duration.seconds(1)

export interface SmtpService {
  readonly domain: string
  readonly tls?: SmtpTls | undefined
  /** Reads the certificate again, since servers run longer than certificates are valid. */
  readonly renewedTls?: RenewedTls | undefined
  readonly limits: SmtpLimits
  /** Addresses of load balancers that pass on the client's address by the PROXY protocol. */
  readonly proxies: ReadonlyArray<string>
  /** The operator's own mail servers, which relay email from everywhere. */
  readonly relays: TrustedRelays
  /** Folder for large messages while they are received. */
  readonly spool: string
  /** Runs after each accepted message. */
  readonly taken: Effect.Effect<void>
}

/**
 * An SMTP server for our own addresses, not yet bound to a port. It responds 250 to a message only once the result is
 * committed. When the scope closes, it finishes the messages in work and says goodbye to all clients.
 */
export const serveSmtp = Effect.fn("serveSmtp")(function* (service: SmtpService) {
  const { limits } = service
  const directory = yield* RecipientDirectory
  const receiver = yield* MailReceiver
  const work = yield* FiberSet.make<unknown, never>()
  const run = yield* FiberSet.runtime(work)<FileSystem.FileSystem>()
  const sessions = new SmtpSessions(limits, (id) => hangUp(id, refusals.sessionTooLong), isTrustedRelay(service.relays))
  const sockets = new Set<Socket>()
  /** Sessions whose message is being received or stored. */
  const inWork = new Set<string>()

  const hangUp = (id: string, { code, text }: SmtpRefusal) => {
    for (const connection of server.connections) {
      if (connection.id !== id) continue
      connection.send(code, text, code === 552 ? "MESSAGE_TOO_BIG" : undefined)
      connection.close()
    }
  }

  /** Runs `effect` and responds to the client with its outcome; an unexpected failure is a 451. */
  const answer = (
    session: SMTPServerSession,
    effect: Effect.Effect<string | undefined, SmtpRefusal | ClientGone, FileSystem.FileSystem>,
    callback: (error?: Error | null, text?: string) => void
  ) =>
    run(
      effect.pipe(
        Effect.tapCause((cause) =>
          Cause.hasDies(cause) ? Effect.logError("Mail could not be accepted", Cause.pretty(cause)) : Effect.void
        ),
        Effect.matchCause({
          onSuccess: (text) => callback(null, text),
          onFailure: (cause) => {
            const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
            const refusal = failure instanceof SmtpRefusal ? failure : refusals.trouble
            if (refusal.closes) hangUp(session.id, refusal)
            callback(errorOf(refusal))
          }
        })
      )
    )

  const route = Effect.fnUntraced(function* (address: string, session: SmtpSession) {
    const at = address.lastIndexOf("@")
    const [local, domain] =
      at === -1 ? [address, service.domain] : [address.slice(0, at), domainToASCII(address.slice(at + 1))]
    const found = yield* Effect.catchTag(directory.find(local, domain), "DatabaseUnavailable", () => refusals.trouble)
    if (Option.isSome(found)) session.routes.set(address.toLowerCase(), found.value)
    else if (!session.isRelay && ++session.refusedRecipients > limits.refusedRecipients)
      return yield* refusals.tooManyRefused
    else return yield* refusals.unknownRecipient
  })

  const receive = Effect.fnUntraced(function* (stream: SMTPServerDataStream, session: SMTPServerSession) {
    const data = NodeStream.fromReadable<Uint8Array, ClientGone>({
      evaluate: () => stream,
      onError: () => new ClientGone()
    })
    const received = yield* receiveData(data, service.spool, limits)
    const delivery = deliveryOf(session, sessions.get(session.id)?.routes ?? new Map())
    const results = yield* receiver
      .receive(delivery, received, {
        hops: limits.hops,
        hourly: { flagged: limits.flaggedPerHour, refused: limits.refusedPerHour, perTicket: limits.heldPerHour }
      })
      .pipe(Effect.timeoutOrElse({ duration: limits.storing, orElse: () => Effect.fail(refusals.trouble) }))
    yield* service.taken
    return `accepted ${results.map(({ inboundId }) => inboundId).join(" ")}`
  }, Effect.scoped)

  const server = new SMTPServer({
    ...(service.tls ?? { hideSTARTTLS: true }),
    name: service.domain,
    size: limits.messageSize,
    rejectOversized: true,
    authOptional: true,
    hideENHANCEDSTATUSCODES: false,
    hideDSN: true,
    hideREQUIRETLS: true,
    disableReverseLookup: true,
    // Phone companies issued addresses with trailing or consecutive dots, which RFC 5321 allows only in quotes.
    lenientAddressParsing: true,
    maxRecipients: limits.recipients,
    maxClients: limits.connections,
    useProxy: [...service.proxies],
    socketTimeout: Duration.toMillis(limits.idle),
    closeTimeout: Duration.toMillis(limits.stopping),
    logger: false,
    disabledCommands: [
      ...["AUTH", "VRFY", "WIZ", "SHELL", "KILL", "XCLIENT", "XFORWARD"],
      ...(service.tls === undefined ? ["STARTTLS"] : [])
    ],
    onConnect: (session, callback) => {
      for (const connection of server.connections) if (connection.id === session.id) takeQuoted(connection)
      callback(errorOf(sessions.open(session.id, session.remoteAddress)))
    },
    onClose: (session) => sessions.close(session.id),
    onMailFrom: (_address, _session, callback) =>
      callback(inWork.size < limits.messagesInWork ? null : errorOf(refusals.busy)),
    onRcptTo: ({ address }, session, callback) => {
      const known = sessions.get(session.id)
      if (known === undefined) return callback(errorOf(refusals.trouble))
      answer(session, route(unquoted(address), known), callback)
    },
    onData: (stream, session, callback) => {
      inWork.add(session.id)
      const done = Effect.sync(() => inWork.delete(session.id))
      answer(session, Effect.ensuring(receive(stream, session), done), callback)
    }
  })
  // Clients that vanish are reported here, too; the server itself continues.
  server.on("error", () => {})
  server.server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  if (service.tls !== undefined && service.renewedTls !== undefined)
    yield* Effect.forkScoped(renewTls(service.tls, service.renewedTls, (tls) => server.updateSecureContext({ ...tls })))

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      const closed = Deferred.makeUnsafe<void>()
      server.close(() => Deferred.doneUnsafe(closed, Exit.void))
      const goodbye = (to: (id: string) => boolean) => {
        for (const connection of server.connections) if (to(connection.id)) connection.send(421, "Server shutting down")
      }
      goodbye((id) => !inWork.has(id))
      yield* Effect.timeoutOption(FiberSet.awaitEmpty(work), limits.stopping)
      goodbye(() => true)
      yield* Effect.timeoutOption(Deferred.await(closed), farewell)
      for (const socket of sockets) socket.destroy()
    })
  )
  return server.server
})

const errorOf = (refusal: SmtpRefusal | undefined) =>
  refusal === undefined ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code })

/** The envelope, with recipients grouped by brand. */
const deliveryOf = (session: SMTPServerSession, routes: ReadonlyMap<string, Recipient>): Delivery => {
  const { mailFrom, rcptTo } = session.envelope
  const brands = new Map<string, Delivery["recipients"][number]>()
  for (const address of new Set(rcptTo.map((recipient) => unquoted(recipient.address)))) {
    const found = routes.get(address.toLowerCase())
    if (found === undefined) continue
    const { policy, route, scope } = found
    const known = brands.get(scope.brandId)
    brands.set(scope.brandId, {
      scope,
      policy,
      addresses: [...(known?.addresses ?? []), address],
      // An address with a ticket's token is more specific than one without.
      route:
        known === undefined || (known.route.ticketId === undefined && route.ticketId !== undefined)
          ? route
          : known.route
    })
  }
  return {
    returnPath: mailFrom === false ? "" : mailFrom.address,
    clientName: session.hostNameAppearsAs,
    clientAddress: session.remoteAddress,
    recipients: [...brands.values()]
  }
}
