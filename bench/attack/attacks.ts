import type { Hold } from "./attacker.ts"
import type { Site } from "./Site.ts"

interface Attack {
  readonly name: string
  readonly hold: Hold
  /** Seconds after which none of the connections may still be open. */
  readonly atMost: number
}

/** Sixteen ways to hold a connection: twelve against the API, four against the mail listener. */
export const attacksOn = ({ address, key, port, smtpPort, tickets }: Site): ReadonlyArray<Attack> => {
  const post = `POST ${tickets} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
  const keyed = `${post}Authorization: Bearer ${key}\r\n`
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  const way = (name: string, first: string, drop: string, other: Partial<Hold> = {}, atMost = 70): Attack => ({
    name,
    hold: { ...{ port, first, drop, reads: "all", again: false }, ...other } as Hold,
    atMost
  })
  const mail = { port: smtpPort }
  return [
    way("says nothing", "", ""),
    way("request line in drops", "GET /", "x"),
    way("header in drops", "GET / HTTP/1.1\r\nHost: a\r\nX-A: ", "x"),
    way("headers without end", "GET / HTTP/1.1\r\nHost: a\r\n", "X-A: x\r\n"),
    way("body in drops, with a key", `${keyed}Content-Length: 60000\r\n\r\n{`, " "),
    way("large body in drops, with a key", `${keyed}Content-Length: 2000000\r\n\r\n{`, " "),
    way("body in drops, without", `${post}Content-Length: 60000\r\n\r\n{`, " "),
    way("chunks in drops, with a key", `${keyed}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n"),
    way("waits for 100, with a key", `${keyed}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n`, ""),
    // As proxies do between two requests: the server closes it when it needs the slot (docs/decisions/0041).
    way("stays after an answer", get("/v1/health"), "", {}, 135),
    way("does not read", get("/v1/openapi.json").repeat(16), "", { reads: "nothing" }),
    way("reads in drops", get("/v1/openapi.json").repeat(16), "", { reads: "in drops" }),
    way("mail: says nothing", "", "", mail),
    way("mail: command in drops", "EHL", "O", mail),
    way("mail: message in drops", `EHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${address}>\r\nDATA\r\n`, "x", mail),
    way("mail: chatters", "EHLO a\r\n", "NOOP\r\n", mail)
  ]
}
