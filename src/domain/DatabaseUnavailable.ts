import { Schema } from "effect"

const said = {
  unreachable: "cannot be reached",
  overloaded: "is overloaded",
  timeout: "did not respond in time",
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
    return `The data store ${said[this.reason]}: see the log for details.`
  }
}
