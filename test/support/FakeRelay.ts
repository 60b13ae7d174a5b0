import { once } from "node:events"
import { Effect } from "effect"
import { type ParsedMail, simpleParser } from "mailparser"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** What a fake mail server heard and accepted. */
export interface FakeRelay {
  readonly port: number
  readonly mails: ReadonlyArray<ParsedMail>
  /** The bytes and the envelope of each mail; an empty `from` is the null return path. */
  readonly sent: ReadonlyArray<{ readonly raw: Buffer; readonly from: string; readonly to: ReadonlyArray<string> }>
  /** `user:password` of each login. */
  readonly logins: ReadonlyArray<string>
}

export interface FakeRelayOptions {
  /** 0 for any free port. */
  readonly port?: number | undefined
  readonly secure?: boolean | undefined
  readonly startTls?: boolean | undefined
  readonly password?: string | undefined
  /** The reply to the end of data; by default every mail is accepted. */
  readonly answer?:
    | ((mail: ParsedMail) => { readonly code: number; readonly text: string } | "silence" | undefined)
    | undefined
  /** Its reply when it accepts a mail. */
  readonly taken?: ((mail: ParsedMail) => string) | undefined
  /** Refuses the null sender. */
  readonly refusesNull?: boolean | undefined
  /** Recipients that it refuses, with the reply. */
  readonly refuses?: Readonly<Record<string, { readonly code: number; readonly text: string }>> | undefined
}

/** A mail server on this machine that runs until the scope closes. Its certificate is one that nobody should trust. */
export const fakeRelay = ({
  answer,
  password,
  port = 0,
  refuses = {},
  refusesNull = false,
  secure = false,
  startTls = false,
  taken = () => "taken"
}: FakeRelayOptions = {}) =>
  Effect.gen(function* () {
    const mails: Array<ParsedMail> = []
    const sent: Array<FakeRelay["sent"][number]> = []
    const logins: Array<string> = []
    const options: SMTPServerOptions = {
      secure,
      logger: false,
      closeTimeout: 1,
      authOptional: password === undefined,
      allowInsecureAuth: true,
      hideSTARTTLS: !startTls,
      onAuth: ({ password: given, username }, _session, callback) => {
        logins.push(`${username}:${given}`)
        if (given === password) return callback(null, { user: username })
        callback(Object.assign(new Error("no"), { responseCode: 535 }))
      },
      onMailFrom: ({ address }, _session, callback) => {
        if (refusesNull && !address) callback(Object.assign(new Error("Invalid MAIL FROM"), { responseCode: 501 }))
        else callback()
      },
      onRcptTo: ({ address }, _session, callback) => {
        const refusal = refuses[address]
        if (refusal === undefined) callback()
        else callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
      },
      onData: (stream, { envelope }, callback) =>
        void readAll(stream).then(
          async (raw) => {
            const mail = await simpleParser(raw)
            const said = answer?.(mail)
            const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
            sent.push({ raw, from, to: envelope.rcptTo.map(({ address }) => address) })
            mails.push(mail)
            if (said === undefined) callback(null, taken(mail))
            else if (said !== "silence") callback(Object.assign(new Error(said.text), { responseCode: said.code }))
          },
          // A client killed in the middle of a mail has sent none.
          () => {}
        )
    }
    const server = new SMTPServer(options)
    // A client that distrusts the certificate hangs up.
    server.on("error", () => {})
    const sockets = new Set<{ destroy(): unknown }>()
    server.server.on("connection", (socket) => sockets.add(socket))
    yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const listening = once(server.server, "listening")
        server.listen(port, "127.0.0.1")
        await listening
      }),
      () =>
        Effect.promise(async () => {
          for (const socket of sockets) socket.destroy()
          await new Promise<void>((resolve) => server.close(() => resolve()))
        })
    )
    const address = server.server.address()
    return {
      port: typeof address === "object" && address !== null ? address.port : 0,
      mails,
      sent,
      logins
    } satisfies FakeRelay
  })

const readAll = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
