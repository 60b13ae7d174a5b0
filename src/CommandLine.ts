import { settings } from "./AppConfig.ts"

/** What the arguments ask for: to start, or to print something and exit. */
export type Request =
  | { readonly _tag: "Start" }
  | { readonly _tag: "Print"; readonly text: string; readonly exitCode: number }

/** Exit code for invalid arguments, as in sysexits(3) and most tools. */
const usageError = 2

/** Trunkline takes its settings from the environment, so there are few arguments. */
export const interpret = (args: ReadonlyArray<string>): Request => {
  const [unknown] = args.filter((argument) => !["--help", "-h"].includes(argument))
  if (unknown !== undefined) {
    const text = `Unknown argument ${JSON.stringify(unknown)}: settings are environment variables, such as PORT=3001 npm start. \`npm start -- --help\` lists them.\n`
    return { _tag: "Print", text, exitCode: usageError }
  }
  return args.length > 0 ? { _tag: "Print", text: help, exitCode: 0 } : { _tag: "Start" }
}

const width = Math.max(...Object.values(settings).map(({ name }) => name.length))

const help = `Trunkline: tickets from every channel, and every change as a signed event.

  npm start             starts everything, with an embedded database unless DATABASE_URL is set
  npm start -- --help   shows this

Settings come from the environment, or from the file .env in the working folder. The environment overrides the file.
A secret can also come from a file: DATABASE_URL_FILE=/run/secrets/database

${Object.values(settings)
  .map(({ default: byDefault, meaning, name, secret, unit }) => {
    const facts = [
      byDefault === undefined ? "unset" : `default ${byDefault === "" ? "empty" : byDefault}`,
      unit,
      secret ? "secret" : undefined
    ]
    return `  ${name.padEnd(width)}  ${meaning} (${facts.filter((fact) => fact !== undefined).join("; ")})`
  })
  .join("\n")}
`
