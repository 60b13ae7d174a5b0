import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Redacted } from "effect"
import { signingKey } from "../../src/webhooks/Signature.ts"
import { checkCallback, type Finding } from "./callbackChecks.ts"
import { type FakeTrunkline, startFakeTrunkline, type Told } from "./FakeTrunkline.ts"

const usage = `Plays Trunkline's part in the contract of custom channels against a channel, and reports which rules the channel keeps.

  npm run channel:check -- <callback url> --secret <channel secret> [options]

  --channel <id>   the id that the channel has been given (chn_01m893khb3f5bbmdqn6zazb1ra)
  --listen <port>  port to play Trunkline on: point the channel at http://127.0.0.1:<port> first, and its messages and
                   receipts are checked too
  --wait <seconds> how long to wait for receipts, and for a message that you write in the channel (10)

Exits with 1 if a rule is broken.`

const marks = { holds: "ok     ", broken: "BROKEN ", advice: "note   " }
const print = (line: string) => void process.stdout.write(`${line}\n`)

/** The options, or a sentence that says what is wrong with them. */
const options = () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      secret: { type: "string", default: "" },
      channel: { type: "string", default: "chn_01m893khb3f5bbmdqn6zazb1ra" },
      listen: { type: "string" },
      wait: { type: "string", default: "10" },
      help: { type: "boolean", default: false }
    }
  })
  const { channel: channelId, help, listen, secret, wait } = values
  const [url = "", ...others] = positionals
  const [seconds, port] = [Number(wait), listen === undefined ? undefined : Number(listen)]
  if (help) return "help"
  if (!/^https?:/.test(url) || !URL.canParse(url)) return "The callback URL is missing, or is not an http URL."
  if (others.length > 0) return `Only one callback URL is accepted; unknown argument: ${others.join(" ")}`
  if (secret === "")
    return "--secret is missing: the channel's secret, which was shown once when the channel was created."
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536)) return "--listen must be a port."
  if (!(seconds >= 0 && seconds <= 3_600)) return "--wait must be seconds, from 0 to 3600."
  return { url, secret, channelId, port, seconds }
}

/** Waits until the condition is true, or the time is up. */
const within = async (seconds: number, isSo: () => boolean) => {
  const end = Date.now() + seconds * 1000
  while (!isSo() && Date.now() < end) await sleep(50)
}

/** The findings about the channel's requests. */
const judged = (told: ReadonlyArray<Told>, messageId: string): ReadonlyArray<Finding> => {
  const receipts = told.filter(({ what }) => what === "receipts")
  const messages = told.filter(({ what }) => what === "messages")
  const ours = receipts.filter(({ payload }) => payload["messageId"] === messageId)
  const wrong = [...receipts, ...messages].flatMap(({ faults, what }) => faults.map((fault) => `${what}: ${fault}`))
  const isRepeated = (all: ReadonlyArray<Told>) =>
    all.some(({ answered, payload }) => answered < 300 && payload["externalId"] === all[0]?.payload["externalId"])
  return [
    receipts.length === 0
      ? { rule: "sends receipts", result: "advice", detail: "none arrived: messages will stay `sent`" }
      : ours.length === 0
        ? {
            rule: "sends receipts that name the messageId",
            result: "advice",
            detail: "they only name the externalId"
          }
        : { rule: "sends receipts that name the messageId", result: "holds" },
    ...(receipts.length === 0
      ? []
      : [
          receipts.some(({ answered }) => answered === 200)
            ? ({ rule: "retries a receipt that was answered with 503", result: "holds" } as const)
            : ({
                rule: "retries a receipt that was answered with 503",
                result: "broken",
                detail: "it arrived once"
              } as const)
        ]),
    ...(messages.length === 0
      ? [{ rule: "posts messages", result: "advice", detail: "none was written during the wait" } as const]
      : [
          isRepeated(messages)
            ? ({
                rule: "retries a message that was answered with 503, with the same externalId",
                result: "holds"
              } as const)
            : ({
                rule: "retries a message that was answered with 503, with the same externalId",
                result: "broken",
                detail: "it arrived once, or with another externalId"
              } as const)
        ]),
    wrong.length === 0
      ? { rule: "signs what it posts, in the right format", result: told.length === 0 ? "advice" : "holds" }
      : { rule: "signs what it posts, in the right format", result: "broken", detail: [...new Set(wrong)].join("; ") }
  ]
}

const run = async (): Promise<number> => {
  const asked = options()
  if (typeof asked === "string") {
    print(asked === "help" ? usage : `${asked}\n\n${usage}`)
    return asked === "help" ? 0 : 2
  }
  const { channelId, port, secret, seconds, url } = asked
  const trunkline: FakeTrunkline | undefined =
    port === undefined ? undefined : await startFakeTrunkline(channelId, signingKey(Redacted.make(secret)), port)
  if (trunkline !== undefined)
    print(`Point the channel at ${trunkline.url} as Trunkline, with the id ${channelId} (--channel).\n`)
  const { findings, messageId } = await checkCallback({ url, secret, channelId })
  if (trunkline !== undefined) {
    const heard = (what: Told["what"]) => trunkline.told.some((one) => one.what === what && one.answered < 300)
    if (!heard("messages")) print(`Write something in the channel now: this waits for up to ${seconds} seconds.\n`)
    await within(seconds, () => heard("receipts") && heard("messages"))
  }
  const all = [...findings, ...(trunkline === undefined ? [] : judged(trunkline.told, messageId))]
  for (const { detail, result, rule } of all)
    print(`${marks[result]}${rule}${detail === undefined ? "" : `: ${detail}`}`)
  await trunkline?.close()
  const broken = all.filter(({ result }) => result === "broken").length
  print(broken === 0 ? "\nThe channel keeps the contract." : `\nBroken: ${broken} of ${all.length}.`)
  return broken === 0 ? 0 : 1
}

/** Reports an unknown option, or a port that is in use. */
const mistaken = (error: unknown): number => {
  if (!(error instanceof Error && "code" in error)) throw error
  print(error.code === "EADDRINUSE" ? "The port in --listen is already in use." : error.message)
  return 2
}

process.exitCode = await run().catch(mistaken)
