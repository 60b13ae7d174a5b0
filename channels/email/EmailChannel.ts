import { Layer } from "effect"
import * as EmailSimulator from "./EmailSimulator.ts"
import { MailFacts } from "./MailFacts.ts"
import { MailReceiver } from "./MailReceiver.ts"
import { MimeParser, type MimeParserLimits } from "./MimeParser.ts"
import * as RawMailReader from "./RawMailReader.ts"
import { SmtpListener, type SmtpListenerOptions } from "./SmtpListener.ts"

export interface ReceptionOptions extends Pick<SmtpListenerOptions, "relays"> {
  /** Overrides the default limits for reading a message. */
  readonly reading?: Partial<MimeParserLimits> | undefined
}

/** Reads messages. The listener and the simulator share one parser, because a layer is built once. */
const parser = MimeParser.layer()

const reception = (ownDomain: string, { reading, relays }: ReceptionOptions = {}) =>
  // Fresh, because a layer is otherwise built once: the listener would get the reader's instance, which knows no relays.
  Layer.fresh(MailReceiver.layer).pipe(
    Layer.provide([reading === undefined ? parser : MimeParser.layer(reading), MailFacts.layer(ownDomain, relays)])
  )

/** Inbound mail: the listener, and what reads its messages and passes them to intake. */
export const layer = (options: SmtpListenerOptions & ReceptionOptions) =>
  SmtpListener.layer(options).pipe(Layer.provide(reception(options.domain, options)))

/** Reads stored emails again. */
export const reader = (inboundDomain: string) =>
  RawMailReader.layer(inboundDomain).pipe(Layer.provide(reception(inboundDomain)))

/** Simulated emails, which test mode submits over HTTP. */
export const simulator = (inboundDomain: string) =>
  EmailSimulator.layer(inboundDomain).pipe(Layer.provide(reception(inboundDomain)))
