import type { ToFrame, ToHost } from "../protocol.ts"

/** Milliseconds for the page to answer a question. */
const patience = 30_000

type Command = Exclude<ToFrame, { readonly type: "answer" }>

const commands: ReadonlySet<string> = new Set(["open", "close", "newTicket", "identify", "shutdown"])

/** The page that embeds the widget, at the other end of a private channel. */
export class HostPage {
  readonly #port: MessagePort
  readonly #asked = new Map<number, (answer: Extract<ToFrame, { readonly type: "answer" }>) => void>()
  #questions = 0

  /** Calls `obey` with each command, in order. */
  constructor(port: MessagePort, obey: (command: Command) => void) {
    this.#port = port
    port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
      if (data?.type === "answer") {
        this.#asked.get(data.id)?.(data)
        this.#asked.delete(data.id)
      } else if (commands.has(data?.type)) obey(data)
    }
  }

  tell(message: ToHost) {
    this.#port.postMessage(message)
  }

  /** Asks the page for a token of its signed-in user, `null` if nobody is signed in, or for the page's address. */
  ask(what: "token" | "page"): Promise<string | null> {
    const id = ++this.#questions
    return new Promise((resolve, reject) => {
      this.#asked.set(id, ({ error, value }) =>
        error === undefined ? resolve(value ?? null) : reject(new Error(error))
      )
      this.tell({ type: "ask", id, what })
      setTimeout(() => {
        this.#asked.delete(id)
        reject(new Error(`The page did not answer with its ${what} within ${patience / 1000} seconds`))
      }, patience)
    })
  }
}
