/**
 * What the mail channel is compared with: smtp-server and mailparser as their manuals show them, in a process of its own.
 * It reads every mail and stores nothing. Setting: `PORT`.
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
