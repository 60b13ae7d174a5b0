// A process that attacks until it is told to stop, so that the observer is not slowed down by it. Its only argument is the job,
// as JSON.
import { connect, type Socket } from "node:net"
import { Agent, request } from "undici"

/** How a connection is held: what it sends at first, what it sends once a second after that, and how it reads. */
export interface Hold {
  readonly port: number
  readonly first: string
  readonly drop: string
  readonly reads: "all" | "in drops" | "nothing"
  /** Whether it reconnects when the server closes it. */
  readonly again: boolean
}

/** What an attacker does, and how many of it run at once. */
export type Job = { readonly count: number } & (
  | { readonly hold: Hold }
  | { readonly url: string; readonly key: string }
)

/** Bytes per second that a slow reader reads. */
const dropSize = 1024

const hold = (way: Hold): void => {
  const { again, drop, first, port, reads } = way
  const socket: Socket = connect(port, "127.0.0.1")
  socket.on("error", () => {})
  socket.once("connect", () => void (first !== "" && socket.write(first)))
  if (reads === "all") socket.resume()
  else socket.pause()
  const timer = setInterval(() => {
    if (drop !== "" && socket.writable) socket.write(drop)
    if (reads === "in drops") socket.read(dropSize)
  }, 1000)
  socket.once("close", () => {
    clearInterval(timer)
    if (again) setTimeout(hold, 1000, way)
  })
}

const ask = async (url: string, key: string, dispatcher: Agent): Promise<never> => {
  for (;;) {
    const { body } = await request(url, { dispatcher, headers: { authorization: `Bearer ${key}` } })
    await body.dump()
  }
}

const job = JSON.parse(process.argv[2] ?? "") as Job
if ("hold" in job) {
  for (let n = 0; n < job.count; n++) hold(job.hold)
} else {
  const dispatcher = new Agent({ connections: job.count })
  for (let n = 0; n < job.count; n++) void ask(job.url, job.key, dispatcher)
}
// All held connections may be closed by the server; the observer decides when the attack is over.
setInterval(() => {}, 2 ** 30)
