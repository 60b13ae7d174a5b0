import { Schema } from "effect"

/**
 * PostgreSQL cannot answer now: it is away, starting, full, out of connections, or slower than its time limits. The same
 * is said of where files are kept.
 * The same request may succeed in a moment: HTTP answers 503 with Retry-After, SMTP 451.
 */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  reason: Schema.Literals(["unreachable", "overloaded", "timeout", "full"])
}) {}
