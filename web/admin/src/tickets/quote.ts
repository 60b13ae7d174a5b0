import type { Comment, Ticket } from "@trunkline/sdk"

/** Quotes a text as in Markdown, without the blank lines around it. */
export const quoted = (text: string): string =>
  text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")

/** Inserts a quotation as a paragraph after the line that contains `at`. Returns the text, and where the caret goes. */
export const withQuote = (body: string, at: number, text: string): { readonly body: string; readonly at: number } => {
  const end = body.indexOf("\n", at)
  const before = (end < 0 ? body : body.slice(0, end)).trimEnd()
  const after = end < 0 ? "" : body.slice(end).trim()
  const upTo = `${before === "" ? "" : `${before}\n\n`}${quoted(text)}\n\n`
  return { body: after === "" ? upTo : `${upTo}\n\n${after}`, at: upTo.length }
}

/** Returns the customer's last message, or the ticket's own text; "" until the comments are known. */
export const lastOfCustomer = (
  { body = "" }: Pick<Ticket, "body">,
  comments: ReadonlyArray<Pick<Comment, "authorType" | "body" | "isInternal">> | undefined
): string =>
  comments === undefined
    ? ""
    : (comments.findLast(({ authorType, isInternal }) => authorType === "CUSTOMER" && !isInternal)?.body ?? body)
