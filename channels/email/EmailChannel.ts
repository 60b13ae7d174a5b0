import { Layer } from "effect"
import { MailReceiver } from "./MailReceiver.ts"
import { MimeParser } from "./MimeParser.ts"
import { SmtpListener, type SmtpListenerOptions } from "./SmtpListener.ts"

/** Mail in: the listener, and what reads and hands in its messages. */
export const layer = (options: SmtpListenerOptions) =>
  SmtpListener.layer(options).pipe(Layer.provide(MailReceiver.layer), Layer.provide(MimeParser.layer()))
