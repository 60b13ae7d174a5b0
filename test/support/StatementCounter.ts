/** Bytes before the length of a message: its type. */
const typeBytes = 1
const lengthBytes = 4

/**
 * Counts the statements that the client of one connection sends, by the messages of PostgreSQL's protocol: `Query`, and
 * `Execute` of a prepared statement. Feed it the bytes on the wire, in chunks of any size.
 */
export class StatementCounter {
  statements = 0
  private rest = Buffer.alloc(0)
  /** The first message of a connection, the startup message, has no type. */
  private started = false

  read(bytes: Buffer): void {
    this.rest = Buffer.concat([this.rest, bytes])
    for (;;) {
      const before = this.started ? typeBytes : 0
      if (this.rest.length < before + lengthBytes) return
      const end = before + this.rest.readInt32BE(before)
      if (this.rest.length < end) return
      const type = this.started ? String.fromCharCode(this.rest[0] ?? 0) : undefined
      if (type === "Q" || type === "E") this.statements++
      this.started = true
      this.rest = this.rest.subarray(end)
    }
  }
}
