import { isSeen } from "../../../src/domain/isSeen.ts"

/** What somebody asks for by typing `/ticket`. */
export type TicketCommand =
  | { readonly kind: "new"; readonly title: string }
  | { readonly kind: "help" }
  | { readonly kind: "list"; readonly which: "mine" | "unassigned" }
  | { readonly kind: "show"; readonly number: TicketNumber }
  | {
      readonly kind: "write"
      readonly number: TicketNumber
      readonly text: string
      readonly visibility: "public" | "internal"
    }
  | { readonly kind: "search"; readonly words: string }
  /** A command that lacks an argument: `usage` shows how it is written. */
  | { readonly kind: "incomplete"; readonly usage: string }

/** A ticket as people refer to it: by number, with or without its brand's prefix. */
export interface TicketNumber {
  readonly prefix: string | undefined
  readonly number: number
}

/** `12`, `#12`, `ACME-12`. */
const numberPattern = String.raw`#?(?:([A-Za-z][A-Za-z0-9]{0,9})-)?(\d{1,12})`

const named = new RegExp(`^${numberPattern}$`)
const shown = new RegExp(`^(?:show|status|open)\\s+${numberPattern}$`, "i")
const written = new RegExp(`^(reply|note)\\s+${numberPattern}(?:\\s+([\\s\\S]+))?$`, "i")

/**
 * Reads what follows `/ticket`. Whatever is not a command is the title of a new ticket, so that nothing typed is lost:
 * `reply to all is broken` names no ticket, and is therefore a title.
 */
export const readCommand = (typed: string): TicketCommand => {
  const text = typed.trim()
  if (/^help$/i.test(text)) return { kind: "help" }
  const [, word] = /^list(?:\s+(mine|unassigned))?$/i.exec(text) ?? []
  if (/^list(?:\s+(?:mine|unassigned))?$/i.test(text))
    return { kind: "list", which: word?.toLowerCase() === "unassigned" ? "unassigned" : "mine" }
  const found = named.exec(text) ?? shown.exec(text)
  if (found !== null) return { kind: "show", number: numberOf(found[1], found[2]) }
  if (/^(?:show|status)$/i.test(text)) return { kind: "incomplete", usage: "show 12" }
  if (/^(?:reply|note)$/i.test(text))
    return { kind: "incomplete", usage: `${text.toLowerCase()} 12 what you want to say` }
  const answer = written.exec(text)
  if (answer !== null) {
    const [, verb = "", prefix, digits, body = ""] = answer
    return isSeen(body)
      ? {
          kind: "write",
          number: numberOf(prefix, digits),
          text: body.trim(),
          visibility: verb.toLowerCase() === "note" ? "internal" : "public"
        }
      : { kind: "incomplete", usage: `${verb.toLowerCase()} ${digits} what you want to say` }
  }
  const [, words] = /^search\b\s*([\s\S]*)$/i.exec(text) ?? []
  if (words !== undefined)
    return words === "" ? { kind: "incomplete", usage: "search words to look for" } : { kind: "search", words }
  return { kind: "new", title: text.replace(/^new\s+/i, "").replace(/^new$/i, "") }
}

const numberOf = (prefix: string | undefined, digits: string | undefined): TicketNumber => ({
  prefix: prefix?.toUpperCase(),
  number: Number(digits)
})

/** The text of `/ticket help`, in `mrkdwn`. */
export const commandHelp = (isAgent: boolean): string =>
  [
    "`/ticket` opens a form for a new ticket; `/ticket the printer is on fire` fills in that title.",
    isAgent
      ? "`/ticket list` shows the tickets assigned to you, `/ticket list unassigned` those assigned to nobody."
      : "`/ticket list` shows your tickets.",
    "`/ticket show 12` shows the ticket with that number.",
    isAgent
      ? "`/ticket reply 12 It is on its way` replies to the customer, `/ticket note 12 …` adds an internal note."
      : "`/ticket reply 12 It works again` replies to it.",
    "`/ticket search invoice` searches your tickets.",
    "Slack does not support commands in threads: use “Create ticket” in the menu of a message instead."
  ].join("\n")
