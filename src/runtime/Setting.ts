import { isIP } from "node:net"
import { Config, Duration, Effect, Option, Redacted, Result, Schema } from "effect"
import { decodes } from "./decodes.ts"

/** A setting has an invalid value. Its message is written for the person who set it. */
export class InvalidSetting extends Schema.TaggedError<InvalidSetting>()("InvalidSetting", {
  name: Schema.String,
  /** The given value; absent for secrets. */
  value: Schema.optionalKey(Schema.String),
  /** What it must be, as the end of a sentence. */
  must: Schema.String
}) {
  override get message() {
    return `${this.name} ${this.value === undefined ? "" : `is ${JSON.stringify(this.value)}, but `}must ${this.must}.`
  }
}

/** How the text of a setting is parsed. `parse` returns `undefined` if the text is invalid. */
export interface Kind<A> {
  readonly must: string
  readonly parse: (text: string) => A | undefined
}

/** One environment variable: its description for `--help`, `.env.example` and the documentation, and how it is read. */
export interface Setting<A> {
  readonly name: string
  /** Secrets are `Redacted`, never shown, and may come from the file named by `<name>_FILE`. */
  readonly secret: boolean
  /** The default as one would write it, or `undefined` if there is none. */
  readonly default: string | undefined
  readonly unit: string | undefined
  readonly meaning: string
  readonly read: Effect.Effect<A, InvalidSetting>
}

interface Details {
  readonly unit?: string
  readonly meaning: string
}

/** A setting that always has a value. */
export const withDefault = <A>(name: string, kind: Kind<A>, byDefault: string, details: Details): Setting<A> => ({
  name,
  secret: false,
  default: byDefault,
  unit: details.unit,
  meaning: details.meaning,
  read: Effect.flatMap(textOf(name), (text) =>
    parse(
      name,
      kind,
      Option.getOrElse(text, () => byDefault),
      false
    )
  )
})

/** A setting that may be absent. */
export const optional = <A>(name: string, kind: Kind<A>, details: Details): Setting<Option.Option<A>> => ({
  name,
  secret: false,
  default: undefined,
  unit: details.unit,
  meaning: details.meaning,
  read: Effect.flatMap(textOf(name), (text) =>
    Option.match(text, {
      onNone: () => Effect.succeedNone,
      onSome: (given) => Effect.asSome(parse(name, kind, given, false))
    })
  )
})

/** A setting that may be absent and is never shown. */
export const secret = (
  name: string,
  kind: Kind<string>,
  details: Details
): Setting<Option.Option<Redacted.Redacted>> => ({
  name,
  secret: true,
  default: undefined,
  unit: details.unit,
  meaning: details.meaning,
  read: Effect.flatMap(textOf(name), (text) =>
    Option.match(text, {
      onNone: () => Effect.succeedNone,
      onSome: (given) => Effect.map(parse(name, kind, given, true), (value) => Option.some(Redacted.make(value)))
    })
  )
})

/** Treats an empty value as unset, because compose files and CI systems pass unset variables on as empty. */
const textOf = (name: string): Effect.Effect<Option.Option<string>, InvalidSetting> =>
  Config.option(Config.String(name)).pipe(
    Effect.map(Option.filter((text) => text.trim() !== "")),
    Effect.mapError(() => new InvalidSetting({ name, must: "be one line of text" }))
  )

const parse = <A>(name: string, kind: Kind<A>, text: string, hidden: boolean): Effect.Effect<A, InvalidSetting> => {
  const value = kind.parse(text.trim())
  return value === undefined
    ? Effect.fail(new InvalidSetting({ name, must: kind.must, ...(hidden ? {} : { value: text }) }))
    : Effect.succeed(value)
}

/** A credential that the operator made up. */
export const token = (least: number): Kind<string> => ({
  must: `have at least ${least} characters and no spaces`,
  parse: (value) => (value.length >= least && !/\s/.test(value) ? value : undefined)
})

export const text: Kind<string> = { must: "be text", parse: (value) => value }

export const port = (zero: string): Kind<number> => ({
  must: `be a whole number from 1 to 65535, or 0 (${zero})`,
  parse: integer(0, 65_535).parse
})

export const integer = (least: number, most: number): Kind<number> => ({
  must: `be a whole number from ${least} to ${most}`,
  parse: (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : undefined
    return number !== undefined && number >= least && number <= most ? number : undefined
  }
})

export const duration = (least: Duration.Duration, most: Duration.Duration): Kind<Duration.Duration> => ({
  must: `be a time from ${Duration.toSeconds(least)} to ${Duration.toSeconds(most)} seconds, such as "10 seconds" or "1500 millis"`,
  parse: (value) => {
    const parsed = Result.getOrUndefined(Schema.decodeResult(Schema.DurationFromString)(value))
    return parsed !== undefined && Duration.between(parsed, { minimum: least, maximum: most }) ? parsed : undefined
  }
})

export const choice = <const Values extends ReadonlyArray<string>>(...values: Values): Kind<Values[number]> => ({
  must: `be one of ${values.join(", ")}`,
  parse: (value) => values.find((known) => known === value.toLowerCase())
})

export const email: Kind<string> = {
  must: "be an e-mail address",
  parse: (value) => (/^[^\s@<>,]{1,64}@[^\s@<>,]{1,255}$/.test(value) ? value : undefined)
}

export const domain: Kind<string> = {
  must: "be a domain name such as mail.example.com",
  parse: (value) => {
    const labels = value.toLowerCase().split(".")
    return value.length <= 253 && labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
      ? value.toLowerCase()
      : undefined
  }
}

/** A public URL of this server. Plain http is allowed only for this machine, because sessions travel over it. */
export const publicUrl: Kind<URL> = {
  must: "be an https address without a path, such as https://support.example.com (http only for localhost)",
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    const local = url !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(url.hostname)
    const plain =
      url !== undefined && url.pathname === "/" && url.search === "" && url.hash === "" && url.username === ""
    return plain && (url.protocol === "https:" || (url.protocol === "http:" && local)) ? url : undefined
  }
}

/** Origins of web pages: scheme, host and port only. */
export const origins: Kind<ReadonlyArray<string>> = {
  must: "be origins separated by commas, such as https://admin.example.com, http://localhost:5173",
  parse: (value) => {
    const isOrigin = (part: string) =>
      /^https?:\/\/[^/?#@\\]+\/?$/i.test(part) && URL.canParse(part) && !part.includes("*")
    const parts = listOf(value, isOrigin)
    return parts === undefined ? undefined : [...new Set(parts.map((part) => new URL(part).origin))]
  }
}

export const httpUrl: Kind<URL> = {
  must: "be an http or https address",
  parse: (value) => (/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : "") ? new URL(value) : undefined)
}

/**
 * Without a fragment, or an `@` in the path: in a password that is not encoded, its end would count as the host. After a user,
 * libpq allows an empty host, as where `?host=` names the folder of a socket, and `URL` does not.
 */
export const postgresUrl: Kind<string> = {
  must: "be an address like postgres://user:password@host:5432/database (special characters percent-encoded)",
  parse: (value) => {
    const url = value.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?]|$)/, "$1localhost")
    return /^postgres(ql)?:\/\/[^/?#]*(\/[^@?#]*)?(\?[^#]*)?$/.test(url) && URL.canParse(url) ? url : undefined
  }
}

/** A mail server. A query string is refused, because it could turn off TLS verification. */
export const relayUrl: Kind<string> = {
  must: "be an address like smtp://user:password@mail.example.com:587 or smtps://mail.example.com (special characters percent-encoded)",
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    const plain = url !== undefined && /^\/?$/.test(url.pathname) && url.search === "" && url.hash === ""
    const credentials = url !== undefined && (url.username === "") === (url.password === "")
    const isEncoded = url !== undefined && decodes(url.username) && decodes(url.password)
    return plain && credentials && isEncoded && /^smtps?:$/.test(url.protocol) && url.hostname !== ""
      ? value
      : undefined
  }
}

/** The sender of mail: a display name and a bare address. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** `Name <address>`, or only the address. */
export const mailbox: Kind<Mailbox> = {
  must: "be an e-mail address, or a name and an address such as Acme <no-reply@acme.example>",
  parse: (value) => {
    const [, name = "", inBrackets] = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(value) ?? []
    const address = email.parse(inBrackets ?? value)
    return address === undefined ? undefined : { name, address }
  }
}

/** Networks in CIDR notation. A bare address is a network of one. */
export const networks: Kind<ReadonlyArray<string>> = {
  must: "be networks in CIDR notation separated by commas, such as 10.0.0.0/8, 192.168.1.5",
  parse: (value) => listOf(value, isNetwork)
}

/** IP addresses. */
export const addresses: Kind<ReadonlyArray<string>> = {
  must: "be addresses separated by commas, such as 10.0.0.7, fd00::7",
  parse: (value) => listOf(value, (part) => isIP(part) !== 0)
}

/** Servers by IP address, with a port if it is not 53. */
export const servers: Kind<ReadonlyArray<string>> = {
  must: "be addresses separated by commas, such as 192.168.1.1, 127.0.0.1:5353, [::1]:5353",
  parse: (value) =>
    listOf(value, (part) => {
      const [, bracketed, plain = part, number = "53"] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(part) ?? []
      return isIP(bracketed ?? plain) !== 0 && integer(1, 65_535).parse(number) !== undefined
    })
}

const listOf = (value: string, is: (part: string) => boolean): ReadonlyArray<string> | undefined => {
  const parts = value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return parts.every(is) ? parts : undefined
}

const isNetwork = (part: string): boolean => {
  const [address = "", bits, ...rest] = part.split("/")
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && rest.length === 0 && (bits === undefined || integer(0, longest).parse(bits) !== undefined)
}
