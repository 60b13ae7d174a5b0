/** How Amazon SES answers a message that it takes: with an id of its own, which replaces the Message-ID. */
const sesId = /\b([0-9a-f]{16}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-\d{6})\b/i
/** The region in the name of one of its servers, `email-smtp.eu-west-1.amazonaws.com`. */
const sesRegion = /\bemail-smtp(?:-fips)?\.([a-z]{2}(?:-[a-z]+)+-\d)\./
/** Its first region, whose ids end in `@email.amazonses.com`. */
const firstRegion = "us-east-1"

/**
 * The Message-ID under which a relay passes a message on, without angle brackets, where it gave it another than ours: from
 * its answer to the message. Answers of the recipient name that one, and never saw ours.
 */
export const assignedId = (answer: string, relayHost: string, messageId: string): string | undefined => {
  const [, ses] = sesId.exec(answer.slice(0, 1_000)) ?? []
  if (ses !== undefined) {
    const [, region = firstRegion] = sesRegion.exec(relayHost.toLowerCase()) ?? []
    return `${ses}@${region === firstRegion ? "email" : region}.amazonses.com`
  }
  // Others name the Message-ID itself, ours or a new one.
  const [, named] = /<([^<>\s@]{1,400}@[^<>\s@]{1,255})>/.exec(answer.slice(0, 1_000)) ?? []
  return named === undefined || named === messageId.replace(/^<|>$/g, "") ? undefined : named
}
