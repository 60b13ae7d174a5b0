import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** A scripted SMTP client: sends what it is told, and returns what it reads. */
export class SmtpClient {
  readonly socket: Socket
  #heard = ""
  #ended = false
  #wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding("latin1")
    socket.on("data", (text: string) => {
      this.#heard += text
      this.#wake()
    })
    const end = () => {
      this.#ended = true
      this.#wake()
    }
    // A server that hangs up on an abuser may reset the connection.
    socket.on("error", end).on("close", end)
  }

  /** Connects and waits for the greeting; with `from`, through a load balancer that names the client. */
  static async connect(port: number, from?: string): Promise<SmtpClient> {
    const client = new SmtpClient(connect(port, "127.0.0.1"))
    if (from !== undefined) client.socket.write(`PROXY TCP4 ${from} 127.0.0.1 40000 ${port}\r\n`)
    client.greeting = await client.reply()
    return client
  }

  greeting = ""

  /** The next reply with all its lines; empty when the server hung up. */
  async reply(): Promise<string> {
    for (;;) {
      const end = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(this.#heard)?.[0]
      if (end !== undefined) {
        this.#heard = this.#heard.slice(end.length)
        return end.trimEnd()
      }
      if (this.#ended) return ""
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async say(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`)
    return this.reply()
  }

  /** Starts a mail transaction; returns the replies to each RCPT. */
  async envelope(from: string, ...to: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
    await this.say("EHLO client.example")
    await this.say(`MAIL FROM:<${from}>`)
    const replies: Array<string> = []
    for (const recipient of to) replies.push(await this.say(`RCPT TO:<${recipient}>`))
    return replies
  }

  /** Sends a message, dot-stuffed, and waits for the reply. */
  async data(message: string | Uint8Array): Promise<string> {
    await this.say("DATA")
    const text = Buffer.from(message).toString("latin1").replace(/\r?\n/g, "\r\n").replace(/^\./gm, "..")
    return this.raw(`${text.endsWith("\r\n") ? text : `${text}\r\n`}.\r\n`)
  }

  /** Writes raw text, and waits for a reply. */
  async raw(text: string): Promise<string> {
    if (!this.socket.write(text, "latin1") && !this.#ended)
      await Promise.race([once(this.socket, "drain"), once(this.socket, "close")])
    return this.reply()
  }

  /** True once the server has closed the connection. */
  async closed(): Promise<boolean> {
    while (!this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#ended
  }

  close() {
    this.socket.destroy()
  }
}
