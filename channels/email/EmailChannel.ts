import { Layer } from "effect"
import * as EmailSimulator from "./EmailSimulator.ts"
import { MailFacts } from "./MailFacts.ts"
import { MailReceiver } from "./MailReceiver.ts"
import { MimeParser, type MimeParserLimits } from "./MimeParser.ts"
import * as RawMailReader from "./RawMailReader.ts"
import { SmtpListener, type SmtpListenerOptions } from "./SmtpListener.ts"

export interface ReceptionOptions extends Pick<SmtpListenerOptions, "relays"> {
  /** Other limits of reading than the usual ones. */
  readonly reading?: Partial<MimeParserLimits> | undefined
}

/** What reads messages and hands them in. The listener and the simulator share its readers: a layer is built once. */
const parser = MimeParser.layer()

const reception = (ownDomain: string, { reading, relays }: ReceptionOptions = {}) =>
  // A layer is built once: without this, the listener would know as little of its relays as the reader.
  Layer.fresh(MailReceiver.layer).pipe(
    Layer.provide([reading === undefined ? parser : MimeParser.layer(reading), MailFacts.layer(ownDomain, relays)])
  )

/** Mail in: the listener, and what reads and hands in its messages. */
export const layer = (options: SmtpListenerOptions & ReceptionOptions) =>
  SmtpListener.layer(options).pipe(Layer.provide(reception(options.domain, options)))

/** Reads mail again that came before. */
export const reader = (inboundDomain: string) =>
  RawMailReader.layer(inboundDomain).pipe(Layer.provide(reception(inboundDomain)))

/** Mail that test mode hands in over HTTP. */
export const simulator = (inboundDomain: string) =>
  EmailSimulator.layer(inboundDomain).pipe(Layer.provide(reception(inboundDomain)))
