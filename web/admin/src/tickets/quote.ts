import type { Comment, Ticket } from "@trunkline/sdk"

/** A text as Markdown quotes it, without what is empty around it. */
export const quoted = (text: string): string =>
  text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")

/** What is written, with a quotation in a paragraph of its own behind the line that `at` is in, and where one writes on. */
export const withQuote = (body: string, at: number, text: string): { readonly body: string; readonly at: number } => {
  const end = body.indexOf("\n", at)
  const before = (end < 0 ? body : body.slice(0, end)).trimEnd()
  const after = end < 0 ? "" : body.slice(end).trim()
  const upTo = `${before === "" ? "" : `${before}\n\n`}${quoted(text)}\n\n`
  return { body: after === "" ? upTo : `${upTo}\n\n${after}`, at: upTo.length }
}

/** What the customer said last, or what the ticket was opened with; nothing until what was said is known. */
export const lastOfCustomer = (
  { body = "" }: Pick<Ticket, "body">,
  comments: ReadonlyArray<Pick<Comment, "authorType" | "body" | "isInternal">> | undefined
): string =>
  comments === undefined
    ? ""
    : (comments.findLast(({ authorType, isInternal }) => authorType === "CUSTOMER" && !isInternal)?.body ?? body)
