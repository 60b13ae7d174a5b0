import type { TwilioForm } from "./readForm.ts"

/** Files of one message. */
export const mostMedia = 10

const messageSid = /^(?:SM|MM)[0-9a-f]{32}$/
const accountSid = /^AC[0-9a-f]{32}$/
const telephone = /^\+[1-9]\d{6,14}$/
/** Numbers, short codes, names, and addresses of other networks. */
const anyone = /^[\x20-\x7e]{1,100}$/
const keywords = ["STOP", "START", "HELP"] as const

/** A text message that came in. */
export interface IncomingText {
  readonly sid: string
  readonly accountSid: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** The messaging service that it came to. */
  readonly serviceSid: string | undefined
  readonly media: ReadonlyArray<{ readonly url: string; readonly contentType: string }>
  /** What Twilio itself has done about it, where the account has Advanced Opt-Out. */
  readonly optOut: (typeof keywords)[number] | undefined
}

/** What became of a message that was sent. */
export interface TextStatus {
  readonly sid: string
  readonly accountSid: string
  readonly from: string
  readonly status: string
  readonly errorCode: number | undefined
}

/** A text message by its parameters; undefined where they are none that Twilio sends. */
export const incomingText = (form: TwilioForm): IncomingText | undefined => {
  const sid = form["MessageSid"] ?? ""
  const [body, count = ""] = [form["Body"], form["NumMedia"]]
  const [from, to, account] = [form["From"] ?? "", form["To"] ?? "", form["AccountSid"] ?? ""]
  const isShaped =
    messageSid.test(sid) &&
    messageSid.test(form["SmsSid"] ?? sid) &&
    accountSid.test(account) &&
    anyone.test(from) &&
    anyone.test(to) &&
    // Twilio sends it even where it is empty: without, its letters are part of another name.
    body !== undefined &&
    /^\d{1,2}$/.test(count) &&
    Number(count) <= mostMedia
  if (!isShaped) return undefined
  const media = Array.from({ length: Number(count) }, (_, index) => ({
    url: form[`MediaUrl${index}`] ?? "",
    contentType: form[`MediaContentType${index}`] ?? ""
  }))
  return {
    sid,
    accountSid: account,
    from,
    to,
    body,
    serviceSid: form["MessagingServiceSid"],
    media,
    optOut: keywords.find((keyword) => keyword === form["OptOutType"])
  }
}

/** Whether somebody can be answered there. */
export const isTelephone = (text: string): boolean => telephone.test(text)

/** A status by its parameters; undefined where they are none that Twilio sends. */
export const textStatus = (form: TwilioForm): TextStatus | undefined => {
  const [sid, account, status] = [form["MessageSid"] ?? "", form["AccountSid"] ?? "", form["MessageStatus"] ?? ""]
  const code = form["ErrorCode"]
  if (!messageSid.test(sid) || !accountSid.test(account) || !/^[a-z_]{1,30}$/.test(status)) return undefined
  if (code !== undefined && !/^\d{0,6}$/.test(code)) return undefined
  return {
    sid,
    accountSid: account,
    from: form["From"] ?? "",
    status,
    errorCode: code === undefined || code === "" ? undefined : Number(code)
  }
}
