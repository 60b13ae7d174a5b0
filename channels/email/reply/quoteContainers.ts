import type { HtmlToken } from "./htmlTokens.ts"

/**
 * The meaning of an element to the mail program that made it: `quote` contains a whole quote; `history` begins one that
 * extends to the end, whatever is closed; `frame` contains a quote with its attribution, and replies beside the blockquote;
 * `added` was inserted by the program, such as a signature.
 */
export type Role = "quote" | "frame" | "history" | "added"

/** By class; a class may have a prefix: Outlook's `x_`, or Gmail's `m_` and a number. */
const classes: ReadonlyMap<string, Role> = new Map([
  // Our own email (`messageClass`), whichever program quotes it
  ["trunkline-message", "quote"],
  // Gmail
  ["gmail_quote", "frame"],
  ["gmail_quote_container", "frame"],
  ["gmail_attr", "quote"],
  ["gmail_signature", "added"],
  ["gmail_signature_prefix", "added"],
  // Thunderbird
  ["moz-cite-prefix", "quote"],
  ["moz-signature", "added"],
  ["moz-txt-sig", "added"],
  // Yahoo
  ["yahoo_quoted", "quote"],
  // ProtonMail, Tutanota
  ["protonmail_quote", "frame"],
  ["protonmail_signature_block", "added"],
  ["tutanota_quote", "quote"],
  // Zoho
  ["zmail_extra", "quote"],
  ["zmail_extra_hr", "quote"],
  // Airmail, Front, HubSpot, Zendesk, Help Scout
  ["airmail_on", "quote"],
  ["clean_bq", "quote"],
  ["front-blockquote", "quote"],
  ["hs_reply", "quote"],
  ["quoted-reply", "quote"],
  // K-9
  ["k9mail-signature", "added"],
  // Outlook
  ["outlookmessageheader", "history"],
  // Mail.ru, Yandex
  ["mail-quote-collapse", "quote"],
  ["js-helper-quote", "quote"]
])

/** By id, which may have the prefix `x_`, too. */
const ids: ReadonlyMap<string, Role> = new Map([
  ["divrplyfwdmsg", "history"],
  ["appendonsend", "history"],
  ["mail-editor-reference-message-container", "history"],
  ["olk_src_body_section", "history"],
  ["zwchr", "history"],
  ["isreplycontent", "quote"],
  ["reply-intro", "quote"],
  ["ms-outlook-mobile-signature", "added"],
  ["ymail_android_signature", "added"],
  ["ymail_ios_signature", "added"],
  ["composer_signature", "added"],
  ["applemailsignature", "added"],
  ["zmail_signature", "added"]
])

const bare = (name: string) => name.toLowerCase().replace(/^(?:x_|m_-?\d{1,25})+/, "")

/** The role of an element in an email's quotes, if any. */
export const roleOf = (token: Extract<HtmlToken, { type: "open" }>): Role | undefined => {
  if (token.name === "blockquote" && /^cite$/i.test(token.attribute("type"))) return "quote"
  for (const name of token.attribute("class").split(/\s+/, 20)) {
    const role = classes.get(bare(name))
    if (role !== undefined) return token.name === "blockquote" && role === "frame" ? "quote" : role
  }
  const role = ids.get(bare(token.attribute("id")))
  if (role !== undefined) return role
  if (/^messageReplySection$/i.test(token.attribute("name"))) return "quote"
  if (token.name === "div" && isOutlookRule(token.attribute("style"))) return "history"
  return undefined
}

/** The rule that Outlook and Windows Mail draw above the header of the message being answered. */
const isOutlookRule = (style: string): boolean => {
  const compact = style.toLowerCase().replace(/\s+/g, "")
  return (
    /border-top:(?:solid#(?:e1e1e1|b5c4df|ccc)|(?:1\.0pt|1px)solid#(?:e1e1e1|b5c4df))/.test(compact) ||
    (compact.includes("border-top-color:rgb(229,229,229)") && compact.includes("border-top-style:solid"))
  )
}
