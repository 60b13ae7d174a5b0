import { Duration } from "effect"

/** What one client, one session and one message may take. */
export const defaultLimits = {
  /** Bytes of a message unless INBOUND_MAIL_MAX_BYTES says otherwise; announced as SIZE. */
  messageSize: 36_700_160,
  recipients: 100,
  /** Sessions at a time, in all and from one network address that is no relay of the operator's. */
  sessions: 200,
  sessionsPerAddress: 20,
  /** Connections at a time, with those that are being refused: who comes from one address in crowds takes nobody's session. */
  connections: 1_000,
  /** Messages being received and stored at a time; more are asked to come again. */
  messagesInWork: 32,
  /** Recipients that a session may try in vain, unless it is a relay's. */
  refusedRecipients: 50,
  /** Received fields; a message with more goes in circles (RFC 5321, 6.3). */
  hops: 100,
  /** Messages an hour from one sender to one brand: more are flagged and not answered, still more are refused. */
  flaggedPerHour: 60,
  refusedPerHour: 200,
  /** Messages an hour from one sender on one ticket: more change no status, so that two machines do not keep it open. */
  heldPerHour: 20,
  /** Silence of a client. */
  idle: Duration.seconds(60),
  /** Longest life of a session, however busy. */
  session: Duration.minutes(10),
  /** Longest that storing a message takes until the client is asked to come again. */
  storing: Duration.seconds(60),
  /** Bytes a second that DATA must reach on average, once `slowGrace` has passed. */
  slowestData: 256,
  slowGrace: Duration.seconds(30),
  /** Longest that stopping waits for messages in work. */
  stopping: Duration.seconds(5)
}

export type SmtpLimits = typeof defaultLimits
