import { Schema } from "effect"

const said = {
  unreachable: "cannot be reached",
  overloaded: "cannot take more at the moment",
  timeout: "did not answer in time",
  full: "has no room left"
}

/**
 * PostgreSQL cannot serve a request now: it is down, starting, full, out of connections, or slower than its time limits.
 * The blob store reports the same failures with this error.
 * The same request may succeed in a moment: HTTP answers 503 with Retry-After, SMTP 451.
 */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  reason: Schema.Literals(["unreachable", "overloaded", "timeout", "full"])
}) {
  /** For operators: printed when a start fails, and logged as the reason why an actor failed. */
  override get message() {
    return `What keeps the data ${said[this.reason]}: the log says what it said.`
  }
}
