import { Duration } from "effect"

/** Limits for one client, one session and one message. */
export const defaultLimits = {
  /** Bytes of a message, unless INBOUND_MAIL_MAX_BYTES overrides it; announced as SIZE. */
  messageSize: 36_700_160,
  recipients: 100,
  /** Concurrent sessions, in total and per network address; the latter does not apply to the operator's relays. */
  sessions: 200,
  sessionsPerAddress: 20,
  /** Concurrent connections, including refused ones: a flood from one address must not take everybody's sessions. */
  connections: 1_000,
  /** Messages received and stored concurrently; further clients are asked to retry. */
  messagesInWork: 32,
  /** Unknown recipients that a session may try, unless it is a relay's. */
  refusedRecipients: 50,
  /** Received fields; a message with more is looping (RFC 5321, 6.3). */
  hops: 100,
  /** Messages per hour from one sender to one brand: above these, they are flagged and not acknowledged, or refused. */
  flaggedPerHour: 60,
  refusedPerHour: 200,
  /** Messages per hour from one sender on one ticket: more change no status, so that two machines cannot keep it open. */
  heldPerHour: 20,
  /** How long a client may be silent. */
  idle: Duration.seconds(60),
  /** How long a session may last, however busy it is. */
  session: Duration.minutes(10),
  /** How long storing a message may take before the client is asked to retry. */
  storing: Duration.seconds(60),
  /** Bytes per second that DATA must average once `slowGrace` has passed. */
  slowestData: 256,
  slowGrace: Duration.seconds(30),
  /** How long stopping waits for messages in work. */
  stopping: Duration.seconds(5)
}

export type SmtpLimits = typeof defaultLimits
