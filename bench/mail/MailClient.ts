import { connect, type Socket } from "node:net"
import type { Letter } from "./corpus.ts"

/** Mails per connection before a new one is opened, as mail servers do. */
const perConnection = 50

/** A server's final reply to a mail. Code 0: the connection ended before the reply. */
export interface Verdict {
  readonly code: number
  readonly text: string
  /** Milliseconds from the last byte of the mail to the reply. */
  readonly wait: number
}

/**
 * A client that sends one mail after another, with MAIL, RCPT and DATA in one write (RFC 2920). The server trusts the client
 * address that it states by the PROXY protocol. It does as little as possible, because its processor time is lost to the
 * servers.
 */
export class MailClient {
  readonly #port: number
  #socket: Socket | undefined
  #sent = 0
  #heard = ""
  #wake: () => void = () => {}

  constructor(port: number) {
    this.#port = port
  }

  async send(letter: Letter, to: string): Promise<Verdict> {
    try {
      if (this.#socket === undefined || this.#sent >= perConnection) await this.#open(letter.client)
      this.#sent++
      this.#write(`MAIL FROM:<${letter.sender}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
      for (const expected of [250, 250, 354]) {
        const reply = await this.#reply()
        if (reply.code !== expected) return this.#refused(reply)
      }
      this.#write(letter.data)
      const sent = performance.now()
      const reply = await this.#reply()
      return { ...reply, wait: performance.now() - sent }
    } catch {
      this.close()
      return { code: 0, text: "the connection ended", wait: 0 }
    }
  }

  /** Sends one command and waits for its reply. */
  async ask(command: string, client: string): Promise<Verdict> {
    if (this.#socket === undefined) await this.#open(client)
    const sent = performance.now()
    this.#write(`${command}\r\n`)
    return { ...(await this.#reply()), wait: performance.now() - sent }
  }

  close() {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  /** The commands pipelined after the refused one get replies too, which nobody waits for. */
  #refused(reply: { readonly code: number; readonly text: string }): Verdict {
    this.close()
    return { ...reply, wait: 0 }
  }

  async #open(client: string) {
    this.close()
    this.#heard = ""
    this.#sent = 0
    const socket = connect(this.#port, "127.0.0.1").setNoDelay()
    this.#socket = socket
    socket.on("data", (bytes) => {
      this.#heard += bytes.toString("latin1")
      this.#wake()
    })
    const end = () => {
      if (this.#socket === socket) this.#socket = undefined
      this.#wake()
    }
    socket.on("error", end).on("close", end)
    this.#write(`PROXY TCP4 ${client} 127.0.0.1 40000 ${this.#port}\r\n`)
    const greeting = await this.#reply()
    if (greeting.code !== 220) throw new Error(greeting.text)
    this.#write("EHLO mail.example\r\n")
    await this.#reply()
  }

  #write(bytes: string | Buffer) {
    this.#socket?.write(bytes)
  }

  async #reply(): Promise<{ readonly code: number; readonly text: string }> {
    for (;;) {
      const lines = /^(?:\d{3}-.*\r\n)*(\d{3})(?: (.*))?\r\n/.exec(this.#heard)
      if (lines !== null) {
        this.#heard = this.#heard.slice(lines[0].length)
        return { code: Number(lines[1]), text: lines[2] ?? "" }
      }
      if (this.#socket === undefined) throw new Error("the connection ended")
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
