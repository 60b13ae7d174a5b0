import { Schema } from "effect"

const said = {
  unreachable: "cannot be reached",
  overloaded: "cannot take more at the moment",
  timeout: "did not answer in time",
  full: "has no room left"
}

/**
 * PostgreSQL cannot answer now: it is away, starting, full, out of connections, or slower than its time limits. The same
 * is said of where files are kept.
 * The same request may succeed in a moment: HTTP answers 503 with Retry-After, SMTP 451.
 */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  reason: Schema.Literals(["unreachable", "overloaded", "timeout", "full"])
}) {
  /** For operators: the last sentence of a start, and what an actor failed by. */
  override get message() {
    return `What keeps the data ${said[this.reason]}: the log says what it said.`
  }
}
