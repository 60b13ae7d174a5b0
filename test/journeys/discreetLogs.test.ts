import { randomUUID } from "node:crypto"
import { request } from "node:http"
import { assert, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { createTransport } from "nodemailer"
import { callbackPath } from "../../src/accounts/MagicLinks.ts"
import { collector } from "../support/collector.ts"
import { type FakeRelay, fakeRelay } from "../support/FakeRelay.ts"
import { startReceiver } from "../support/Receiver.ts"
import { installation, type RunningServer, start } from "../support/RunningServer.ts"

/** A word that is in everyone's texts, names and addresses here. */
const word = `finch${randomUUID().slice(0, 8)}`
const customer = `ada.${word}@north.example`
const colleague = `bo.${word}@desk.example`
const owner = `owner.${word}@desk.example`
const stranger = `eve.${word}@south.example`
/** The customer's address, as reported by the proxy. */
const address = "198.51.100.77"

/** Sends a request exactly as given; returns the response's text. */
const send = (
  { facts }: RunningServer,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = { authorization: `Bearer ${facts.liveKey}` }
) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const described = {
          "content-type": "application/json",
          "user-agent": `${word}/1.0`,
          referer: `https://${word}.example/`,
          "x-forwarded-for": address,
          "x-request-id": `${word}!`
        }
        const sent = request(facts.apiUrl + path, { method, headers: { ...described, ...headers } }, (answer) => {
          let text = ""
          answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
          answer.on("end", () => resolve(text))
        })
        sent.on("error", reject).end(body)
      })
  )

const soon = <A, E, R>(look: Effect.Effect<A, E, R>, until: (found: A) => boolean) =>
  Effect.repeat(look, { until, schedule: Schedule.spaced("20 millis") })

/** A day at a desk, with much that goes wrong; returns the secrets that occurred. */
const day = Effect.fnUntraced(function* (server: RunningServer, relay: FakeRelay, hookUrl: string) {
  const { facts } = server
  const brand = `/v1/brands/${facts.brandId}`
  // biome-ignore lint/suspicious/noExplicitAny: the journey looks into answers as a caller without types does
  const call = (...args: [method: string, path: string, body?: object]): Effect.Effect<any> =>
    Effect.map(send(server, args[0], args[1], args[2] && JSON.stringify(args[2])), (text) =>
      text === "" ? undefined : JSON.parse(text)
    )

  const webhook = yield* call("POST", `${brand}/webhooks`, { url: `${hookUrl}/${word}?key=${word}`, events: ["*"] })
  const ticket = yield* call("POST", `${brand}/tickets`, {
    title: `Where is ${word}?`,
    body: `It is called ${word}.`,
    customerEmail: customer,
    customerName: `Ada ${word}`,
    customFields: { [word]: word }
  })
  assert.match(ticket.id, /^tkt_/, JSON.stringify(ticket))
  const comments = `${brand}/tickets/${ticket.id}/comments`
  yield* call("POST", comments, { body: `${word} is on its way.`, authorName: `Bo ${word}` })

  // Mail in; one mail out that is accepted, and one that the relay refuses with a reply that contains the address.
  const transport = createTransport({ host: facts.smtpHost, port: facts.smtpPort, ignoreTLS: true })
  const mail = { from: `${word} <${stranger}>`, to: facts.supportAddress, subject: `About ${word}`, text: word }
  yield* Effect.promise(() => transport.sendMail(mail))
  yield* Effect.promise(() => transport.sendMail({ ...mail, to: `${word}@elsewhere.example` }).catch(() => undefined))
  const mailed = yield* soon(call("GET", `${brand}/tickets?customerEmail=${stranger}`), ({ data }) => data.length === 1)
  yield* call("POST", `${brand}/tickets/${mailed.data[0].id}/comments`, { body: `${word} it is.` })
  yield* soon(
    Effect.sync(() => relay.sent.filter(({ to }) => to.includes(customer))),
    ({ length }) => length > 0
  )

  // Refused: invalid JSON, forbidden requests, unknown records, too many requests.
  yield* send(server, "POST", `${brand}/tickets`, `{"title": "${word}", `)
  yield* send(server, "POST", `${brand}/tickets`, JSON.stringify({ title: { [word]: word }, customerEmail: word }))
  yield* send(server, "GET", `/v1/search?q=${word}&brandId=${facts.brandId}`)
  yield* send(server, "GET", `${brand}/tickets?customerEmail=${encodeURIComponent(customer)}&sort=${word}`)
  yield* send(server, "GET", `/v1/brands/${word}/tickets/${word}?${word}=${word}`)
  yield* send(server, "GET", `/v1/${word}/%zz`)
  yield* send(server, "GET", "/v1/tickets", undefined, { authorization: `Bearer sk_live_${word}` })
  yield* send(server, "GET", "/v1/tickets", undefined, { cookie: `session=${word}` })

  // The owner signs in with a mailed link and invites a colleague; a customer comes to the portal.
  yield* send(server, "POST", "/v1/auth/magic-link", JSON.stringify({ email: owner }), {})
  const tokens = Effect.sync(() => relay.mails.flatMap(({ text }) => /[?&]token=([\w-]+)/.exec(text ?? "")?.[1] ?? []))
  const linkToken = (yield* soon(tokens, ({ length }) => length > 0))[0] ?? ""
  yield* send(server, "GET", `${callbackPath}?token=${linkToken}`, undefined, {})
  const verified = yield* send(server, "POST", "/v1/auth/verify", JSON.stringify({ token: linkToken }), {})
  const session = String(JSON.parse(verified).sessionToken)
  const invitation = JSON.stringify({ email: colleague, role: "agent", name: `Bo ${word}` })
  yield* send(server, "POST", "/v1/auth/members/invite", invitation, { authorization: `Bearer ${session}` })
  yield* soon(tokens, ({ length }) => length > 1)
  const portal = yield* call("POST", `${brand}/portal/token`, { customerEmail: customer })
  assert.isString(portal.token, JSON.stringify(portal))
  const asCustomer = { authorization: `Bearer ${portal.token}` }
  const written = JSON.stringify({ title: word, body: word })
  yield* send(server, "POST", "/v1/portal/tickets", written, asCustomer)
  yield* send(server, "GET", `/v1/portal/tickets?search=${word}`, undefined, asCustomer)
  return [facts.liveKey, linkToken, portal.token as string, webhook.secret as string, session]
})

it.live("A day's logs and traces say what was done, and contain no one's texts, names, addresses or secrets", () =>
  Effect.gen(function* () {
    const traces = yield* collector
    const hook = yield* startReceiver(() => ({ status: 500, body: `no ${word}` }))
    const relay = yield* fakeRelay({
      refuses: { [stranger]: { code: 550, text: `5.1.1 <${stranger}>: ${word} is unknown here` } }
    })
    const server = yield* start(yield* installation, {
      LOG_LEVEL: "trace",
      HTTP_PROXIES: "1",
      BOOTSTRAP_EMAIL: owner,
      MAIL_RELAY_URL: `smtp://127.0.0.1:${relay.port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url.href,
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8"
    })
    const secrets = yield* day(server, relay, `http://127.0.0.1:${hook.port}`)
    yield* hook.first(1)
    yield* soon(
      Effect.sync(() => server.logged()),
      (logged) => logged.includes("The relay did not accept an email")
    )
    yield* Effect.promise(() => server.stop("SIGTERM"))

    const logged = server.logged()
    const traced = traces.posts.map(({ body }) => body).join("\n")
    // What they do contain: what was done, by which route, with what result.
    for (const told of [
      '"route":"/v1/brands/:brandId/tickets"',
      '"status":201',
      '"requestId":"req_',
      '"caller":"key_'
    ]) {
      assert.include(logged, told)
    }
    for (const told of [
      "Webhooks.create",
      "http.route",
      "/v1/brands/:brandId/tickets/:ticketId/comments",
      "db.query.text"
    ]) {
      assert.include(traced, told)
    }
    for (const [where, text] of Object.entries({ logged, traced })) {
      const lines = text.split(where === "logged" ? "\n" : /(?<=\})(?=,\{"traceId)/)
      for (const kept of [
        word,
        "north.example",
        "south.example",
        address,
        ...secrets.filter((secret) => secret !== "")
      ]) {
        assert.deepStrictEqual(
          lines.filter((line) => line.toLowerCase().includes(kept.toLowerCase())),
          [],
          `${kept} is ${where}`
        )
      }
    }
  }).pipe(Effect.scoped)
)
