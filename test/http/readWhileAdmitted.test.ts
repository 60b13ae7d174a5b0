import { connect, type Socket } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { teamMember } from "../support/teamMember.ts"

/** Longer than an admission is trusted without a new check. */
const aWhile = Duration.millis(1_300)

/** A request of which only the beginning was sent, and a function that sends the rest and returns the status. */
const begun = Effect.fnUntraced(function* (
  path: string,
  { body, headers }: { readonly body: string; readonly headers: Record<string, string> }
) {
  const { port } = yield* HttpSite
  const lines = Object.entries({ ...headers, host: "desk.example", "content-length": String(body.length) })
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`
  const socket = yield* Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const made = connect(port, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) => Effect.sync(() => made.destroy())
  )
  const status = Effect.callback<number>((resume) => {
    socket.once("data", (answer) => resume(Effect.succeed(Number(String(answer).split(" ")[1]))))
  })
  socket.write(head + body.slice(0, -12))
  return {
    status,
    finish: Effect.andThen(
      Effect.sync(() => socket.write(body.slice(-12))),
      status
    )
  }
})

const json = (key: string, body: object) => ({
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  body: JSON.stringify(body)
})

layer(site(), { excludeTestServices: true })("A slow body", (it) => {
  it.effect("has no effect with a key that was revoked in the meantime", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const tickets = `/v1/brands/${live.brand.id}/tickets`
      const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "leaked" } })
      const ticket = { title: "Held back", customerEmail: "late@b.example" }
      const [held, other] = [
        yield* begun(tickets, json(made.json.secret, ticket)),
        yield* begun(tickets, json(live.key, ticket))
      ]
      yield* Effect.sleep(aWhile)
      assert.strictEqual((yield* ask("DELETE", `/v1/accounts/me/api-keys/${made.json.id}`)).status, 200)
      assert.strictEqual(yield* held.finish, 401)
      assert.strictEqual(yield* other.finish, 201)
      assert.lengthOf((yield* ask("GET", `${tickets}?customerEmail=late@b.example`)).json.data, 1)
    })
  )

  it.effect("lets a member do no more than they still may", () =>
    Effect.gen(function* () {
      const owner = yield* teamMember("owner")
      const admin = yield* teamMember("admin")
      const invited = { email: "accomplice@b.example", role: "agent" }
      const held = yield* begun("/v1/auth/members/invite", json(admin.key, invited))
      yield* Effect.sleep(aWhile)
      assert.strictEqual(
        (yield* owner.ask("PATCH", `/v1/auth/members/${admin.id}`, { body: { role: "agent" } })).status,
        200
      )
      assert.strictEqual(yield* held.finish, 403)
    })
  )

  it.effect("sent as a form ends with its key", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "leaked" } })
      const part = 'content-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain'
      const held = yield* begun(`/v1/brands/${live.brand.id}/attachments/pending/upload`, {
        headers: { authorization: `Bearer ${made.json.secret}`, "content-type": "multipart/form-data; boundary=b" },
        body: `--b\r\n${part}\r\n\r\nhello\r\n--b--\r\n`
      })
      // Until the request has been admitted.
      yield* Effect.sleep(aWhile)
      assert.strictEqual((yield* ask("DELETE", `/v1/accounts/me/api-keys/${made.json.id}`)).status, 200)
      assert.strictEqual(yield* held.status, 401)
    })
  )

  it.effect("posts nothing to a custom channel", () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { live } = yield* Installation
      const channel = yield* ask("POST", `/v1/brands/${live.brand.id}/channels/custom`, { body: { name: "Forum" } })
      const made = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "leaked" } })
      const post = { externalId: "1", sender: { externalId: "u1" }, text: "Held back" }
      const held = yield* begun(`/v1/channels/custom/${channel.json.id}/messages`, json(made.json.secret, post))
      yield* Effect.sleep(aWhile)
      assert.strictEqual((yield* ask("DELETE", `/v1/accounts/me/api-keys/${made.json.id}`)).status, 200)
      assert.strictEqual(yield* held.finish, 401)
    })
  )
})
