import { existsSync, readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import { ConfigProvider, Effect, Schema } from "effect"
import { meantSetting } from "./meantSetting.ts"
import { InvalidSetting, type Setting } from "./Setting.ts"

/** `.env` has a variable that is not a setting, such as a misspelling, which would otherwise be ignored. */
export class UnknownSetting extends Schema.TaggedError<UnknownSetting>()("UnknownSetting", { name: Schema.String }) {
  override get message() {
    return `The file .env sets ${this.name}, which is not a Trunkline setting: correct or remove that line. \`npm start -- --help\` lists the settings.`
  }
}

/**
 * A line of `.env` is no assignment to a name, such as `PORT: 3001`, and would otherwise be ignored. It may contain a secret, also
 * before an equals sign: `ENCRYPTION_KEY: …=`.
 */
export class UnreadableLine extends Schema.TaggedError<UnreadableLine>()("UnreadableLine", { line: Schema.Int }) {
  override get message() {
    return `Line ${this.line} of the file .env sets nothing: write it as NAME=value, put a value of several lines in quotes, or begin a comment with #.`
  }
}

/** A variable's name is almost that of a setting, which would silently get its default: another database, or no TLS. */
export class MisspeltSetting extends Schema.TaggedError<MisspeltSetting>()("MisspeltSetting", {
  name: Schema.String,
  meant: Schema.String
}) {
  override get message() {
    return this.name === `${this.meant}_FILE`
      ? `The environment sets ${this.name}, but only secrets come from files: set ${this.meant}.`
      : `The environment sets ${this.name}, which is not a Trunkline setting but looks like ${this.meant}: correct it, or start Trunkline without it if it belongs to another program.`
  }
}

/**
 * The source of settings: the process's environment takes precedence over the file `.env`. Secrets may also come from the
 * file named by `<name>_FILE`, which is how Docker and Kubernetes provide them.
 */
export const environment = Effect.fnUntraced(function* (
  settings: ReadonlyArray<Pick<Setting<unknown>, "name" | "secret">>,
  given: Readonly<Record<string, string | undefined>> = process.env,
  dotEnvFile = ".env"
): Effect.fn.Return<ConfigProvider.ConfigProvider, InvalidSetting | UnknownSetting | UnreadableLine | MisspeltSetting> {
  const names = new Set(settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])))
  const dotEnvText = existsSync(dotEnvFile) ? yield* readText("The file .env", dotEnvFile) : ""
  const line = lineWithoutAssignment(dotEnvText)
  if (line !== undefined) return yield* new UnreadableLine({ line })
  const dotEnv = parseEnv(dotEnvText)
  const unknown = Object.keys(dotEnv).find((name) => !names.has(name))
  if (unknown !== undefined) return yield* new UnknownSetting({ name: unknown })
  for (const name of Object.keys(given)) {
    const meant = given[name] === "" ? undefined : meantSetting(name, names)
    if (meant !== undefined) return yield* new MisspeltSetting({ name, meant })
  }

  const values: Record<string, string> = {}
  for (const { name, secret } of settings) {
    const direct = given[name] || dotEnv[name]
    const file = secret ? given[`${name}_FILE`] || dotEnv[`${name}_FILE`] : undefined
    if (file !== undefined && direct !== undefined) {
      return yield* new InvalidSetting({ name, must: `not be set together with ${name}_FILE` })
    }
    const value = file === undefined ? direct : (yield* readText(`${name}_FILE`, file)).trim()
    if (value !== undefined) values[name] = value
  }
  return ConfigProvider.fromUnknown(values)
})

const readText = (name: string, file: string) =>
  Effect.try({
    try: () => decode(readFileSync(file)),
    catch: () => new InvalidSetting({ name, value: file, must: "name a file that this user may read" })
  })

/** Text as Windows may write it: UTF-8 or, from PowerShell, UTF-16, with a byte order mark, which is left out. */
const decode = (bytes: Uint8Array) =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8").decode(bytes)

/** An empty line, a comment, or an assignment to what can be the name of a variable. */
const readable = /^\s*($|#|(export\s+)?[\w.-]+\s*=)/

/** The number of the first line that neither assigns anything nor continues a value in quotes. */
const lineWithoutAssignment = (text: string): number | undefined => {
  const lines = text.split("\n")
  const index = lines.findIndex(
    (line, index) => !readable.test(line) && "HERE" in parseEnv(lines.toSpliced(index, 0, "HERE=").join("\n"))
  )
  return index < 0 ? undefined : index + 1
}
