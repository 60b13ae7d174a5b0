/** The id in Amazon SES's response to an accepted message, which replaces the Message-ID. */
const sesId = /\b([0-9a-f]{16}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-\d{6})\b/i
/** The region in an SES host name, `email-smtp.eu-west-1.amazonaws.com`. */
const sesRegion = /\bemail-smtp(?:-fips)?\.([a-z]{2}(?:-[a-z]+)+-\d)\./
/** SES's first region, whose ids end in `@email.amazonses.com`. */
const firstRegion = "us-east-1"

/**
 * The Message-ID under which a relay passes a message on, without angle brackets, if its response shows that it is not
 * ours. Recipients' replies refer to that one, because they never saw ours.
 */
export const assignedId = (answer: string, relayHost: string, messageId: string): string | undefined => {
  const [, ses] = sesId.exec(answer.slice(0, 1_000)) ?? []
  if (ses !== undefined) {
    const [, region = firstRegion] = sesRegion.exec(relayHost.toLowerCase()) ?? []
    return `${ses}@${region === firstRegion ? "email" : region}.amazonses.com`
  }
  // Other relays name the Message-ID itself, either ours or a new one.
  const [, named] = /<([^<>\s@]{1,400}@[^<>\s@]{1,255})>/.exec(answer.slice(0, 1_000)) ?? []
  return named === undefined || named === messageId.replace(/^<|>$/g, "") ? undefined : named
}
