import type { TwilioForm } from "./readForm.ts"

/** Files per message. */
export const mostMedia = 10

const messageSid = /^(?:SM|MM)[0-9a-f]{32}$/
const accountSid = /^AC[0-9a-f]{32}$/
const telephone = /^\+[1-9]\d{6,14}$/
/** Numbers, short codes, names, and addresses in other networks. */
const anyone = /^[\x20-\x7e]{1,100}$/
const keywords = ["STOP", "START", "HELP"] as const

/** An incoming text message. */
export interface IncomingText {
  readonly sid: string
  readonly accountSid: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** The messaging service that it was sent to. */
  readonly serviceSid: string | undefined
  readonly media: ReadonlyArray<{ readonly url: string; readonly contentType: string }>
  /** What Twilio itself has done about it, if the account has Advanced Opt-Out. */
  readonly optOut: (typeof keywords)[number] | undefined
}

/** The status of a message that was sent. */
export interface TextStatus {
  readonly sid: string
  readonly accountSid: string
  readonly from: string
  readonly status: string
  readonly errorCode: number | undefined
}

/** Reads a text message from its parameters; `undefined` if Twilio would not send them. */
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
    // Twilio always sends `Body`, even if empty. If it is missing, its letters are part of another name.
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

/** Whether it is a phone number that can be replied to. */
export const isTelephone = (text: string): boolean => telephone.test(text)

/** Reads a status from its parameters; `undefined` if Twilio would not send them. */
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
