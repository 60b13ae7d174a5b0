/**
 * The baseline of the mail channel: smtp-server and mailparser used as their manuals show, in a process of its own. It parses
 * every mail and stores nothing. Setting: `PORT`.
 */
import { simpleParser } from "mailparser"
import { SMTPServer } from "smtp-server"

const server = new SMTPServer({
  name: "sink.example",
  authOptional: true,
  hideSTARTTLS: true,
  disableReverseLookup: true,
  useProxy: ["127.0.0.1"],
  size: 40 * 1024 * 1024,
  logger: false,
  onData: (stream, _session, callback) =>
    void simpleParser(stream).then(
      () => callback(null, "accepted"),
      (error: Error) => callback(error)
    )
})
server.on("error", () => {})
server.listen(Number(process.env["PORT"]), "127.0.0.1")
