/** A mail as a person writes it, with a new message id unless `id` is given. */
export const message = (
  given: Partial<Record<"id" | "subject" | "from" | "headers" | "body", string>> = {}
): string => {
  const { body = "Please correct the address.", from = "Ines Roth <ines@north.example>", headers = "" } = given
  const { id = `${crypto.randomUUID()}@north.example`, subject = "Invoice shows the wrong company" } = given
  return [
    `From: ${from}`,
    "To: Acme support <support@acme.example>",
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    "Date: Fri, 20 Nov 2026 10:00:00 +0000",
    `${headers}\r\n${body}\r\n`
  ].join("\r\n")
}
