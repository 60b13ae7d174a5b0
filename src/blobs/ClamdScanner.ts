import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Effect, Layer, Option, Stream } from "effect"
import * as Socket from "effect/socket/Socket"
import { MalwareScanner, ScanFailed, type Verdict } from "../tickets/files/MalwareScanner.ts"
import type { ClamdAddress } from "./ClamdAddress.ts"

/** How long the daemon may take to accept a connection. */
const openTimeout = "5 seconds"
/** Most characters of a reply: the name of a threat and some words. */
const maxReply = 1_000

/** The `MalwareScanner` that uses ClamAV's daemon at `address`. Without an address, files are not scanned. */
export const layer = (address: Option.Option<ClamdAddress>) =>
  Layer.succeed(
    MalwareScanner,
    Option.match(address, { onNone: () => ({}), onSome: (clamd) => ({ scan: (bytes) => scan(clamd, bytes) }) })
  )

/**
 * One exchange with clamd's INSTREAM command: chunks prefixed with their lengths, an empty one at the end, then the reply.
 * Above its `StreamMaxLength`, the daemon refuses the stream midway, so the reply is awaited from the start.
 */
const scan = Effect.fnUntraced(
  function* (address: ClamdAddress, bytes: Stream.Stream<Uint8Array>) {
    const socket = yield* NodeSocket.makeNet({ ...address, openTimeout })
    const pull = yield* Socket.readerString(socket, "latin1")
    const { write } = yield* socket.writer
    const said = Effect.gen(function* () {
      let reply = ""
      while (!reply.includes("\0") && reply.length < maxReply) reply += (yield* pull).join("")
      return reply
    })
    const send = Effect.gen(function* () {
      yield* write("zINSTREAM\0")
      yield* Stream.runForEach(
        Stream.filter(bytes, (chunk) => chunk.byteLength > 0),
        (chunk) => Effect.andThen(write(lengthOf(chunk.byteLength)), write(chunk))
      )
      yield* write(lengthOf(0))
    })
    // If the connection ends while bytes are being sent, the reply, or its absence, tells.
    const reply = yield* Effect.raceFirst(said, Effect.andThen(Effect.ignore(send), Effect.never))
    return yield* verdictOf(reply)
  },
  Effect.scoped,
  Effect.catchTag("SocketError", ({ reason }) => new ScanFailed({ reason: `clamd cannot be reached (${reason._tag})` }))
)

const lengthOf = (size: number) => {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, size)
  return length
}

/** Parses replies such as `stream: OK`, `stream: Eicar-Signature FOUND` and `INSTREAM size limit exceeded. ERROR`. */
const verdictOf = (reply: string): Effect.Effect<Verdict, ScanFailed> => {
  const [text = ""] = reply.split("\0", 1)
  const threat = /^stream: (.+) FOUND$/.exec(text)?.[1]
  if (threat !== undefined) return Effect.succeed({ verdict: "blocked", threat })
  return text === "stream: OK"
    ? Effect.succeed({ verdict: "clean" })
    : Effect.fail(new ScanFailed({ reason: `clamd said ${JSON.stringify(text.slice(0, 200))}` }))
}
