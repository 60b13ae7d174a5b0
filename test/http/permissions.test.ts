import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Ref } from "effect"
import { HttpApi } from "effect/http-api"
import { Access, CallersAllowed, ChannelAccess } from "../../src/api/Access.ts"
import { Api } from "../../src/api/Api.ts"
import { type Permission, permissions } from "../../src/api/permissions.ts"
import { HttpSite, site } from "../support/HttpSite.ts"
import { Installation } from "../support/Installation.ts"
import { signIn, teamMember } from "../support/teamMember.ts"

/** The callers. A limited caller sees the first of two brands; `testKey` works in test mode. */
const callers = ["key", "limitedKey", "testKey", "owner", "admin", "agent", "limitedAgent", "portal"] as const
type Caller = (typeof callers)[number]
type Row = keyof typeof permissions

/** The contract's table: who may (+) and who may not (-), in the order of `callers`. */
const table: Record<Row, string> = {
  read: /*             */ "+ + + + + + + -",
  work: /*             */ "+ + + + + + + -",
  bePresent: /*        */ "- - - + + + + -",
  moderate: /*         */ "+ + + + + - - -",
  purge: /*            */ "+ - + + + - - -",
  createBrands: /*     */ "+ - + + + - - -",
  configure: /*        */ "+ + + + + - - -",
  connectWorkspaces: /* */ "- - - + + - - -",
  deleteBrands: /*     */ "+ - + + - - - -",
  administer: /*       */ "+ - + + + - - -",
  issuePortalTokens: /**/ "+ + + + + - - -",
  readLogs: /*         */ "+ + + + + + + -",
  reprocess: /*        */ "+ + + + + - - -",
  readMembers: /*      */ "+ + + + + + + -",
  manageMembers: /*    */ "- - - + + - - -",
  own: /*              */ "- - - + - - - -",
  ownSession: /*       */ "- - - + + + + -",
  watch: /*            */ "- - - + + - - -",
  oversee: /*          */ "- - - + + - - -",
  operate: /*          */ "- - - - - - - -",
  testMode: /*         */ "- - + - - - - -",
  portal: /*           */ "- - - - - - - +",
  speakForChannel: /*  */ "+ + + - - - - -",
  anyone: /*           */ "+ + + + + + + +",
  nobody: /*           */ "- - - - - - - -"
}
const may = (row: Row, caller: Caller) => table[row].split(" ")[callers.indexOf(caller)] === "+"

const rowOf = (permission: Permission) =>
  // The names of the table are its keys.
  (Object.keys(permissions) as Array<Row>).find((name) => permissions[name] === permission) ?? "nobody"

/** What operators may do without a credential, on the machine itself. */
const operators: ReadonlyArray<Row> = ["watch", "oversee", "operate"]

interface Endpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly row: Row
  readonly takesCredential: boolean
}

const endpoints: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group, mergedAnnotations, middleware }) => {
    endpoints.push({
      name: `${group.identifier}.${endpoint.identifier}`,
      method: endpoint.method,
      path: endpoint.path,
      row: rowOf(Context.get(mergedAnnotations, CallersAllowed)),
      takesCredential: [...middleware].some(({ key }) => key === Access.key || key === ChannelAccess.key)
    })
  }
})

describe("The table of permissions", () => {
  for (const { name, row, takesCredential } of endpoints) {
    it(`has a row for ${name}`, () => {
      assert.notStrictEqual(row, "nobody", "names no row: annotate it with CallersAllowed")
      assert.strictEqual(takesCredential || operators.includes(row), row !== "anyone")
    })
  }
})

/** Fills a path with unknown ids, except for the brand's. */
const pathWith = (path: string, brandId: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (name === "brandId" ? brandId : "unknown"))

/** The members of a response's body that are checked. */
interface Problem {
  readonly code?: string
  readonly instance?: string
  readonly requestId?: string
}

interface Outcome {
  readonly status: number
  readonly code: string | undefined
  /** The body without what differs from request to request. */
  readonly body: string
}

/** Whether the caller was admitted, whatever else may be wrong with the request. */
const isLetIn = ({ code = "", status }: Outcome) =>
  status < 500 &&
  !["unauthorized", "token_expired", "forbidden", "test_mode_only", "route_not_found", "method_not_allowed"].includes(
    code
  )

/**
 * Sends the smallest request: an empty object, or an empty form if that is what the endpoint takes. Streams are ended at once.
 */
const send = (port: number, method: string, path: string, key: string): Effect.Effect<Outcome> =>
  Effect.promise(async () => {
    const ask = (body: string | FormData | undefined) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
          ...(typeof body === "string" ? { "content-type": "application/json" } : {})
        },
        ...(body === undefined ? {} : { body })
      })
    let response = await ask(method === "GET" ? undefined : "{}")
    if (response.status === 415) {
      await response.body?.cancel()
      response = await ask(new FormData())
    }
    const isJson = response.headers.get("content-type")?.includes("json") === true
    if (!isJson) await response.body?.cancel()
    const json: Problem = isJson ? JSON.parse(await response.text()) : {}
    const { instance: _, requestId: __, ...body } = json
    return { status: response.status, code: json.code, body: JSON.stringify(body) }
  })

/** Two live brands and one in test mode, and a credential for each caller. */
const makeWorld = Effect.gen(function* () {
  const { ask, port } = yield* HttpSite
  const { live, test } = yield* Installation
  const other = yield* ask("POST", "/v1/brands", { body: { name: crypto.randomUUID() } })
  const brands = [live.brand.id]
  const limitedKey = yield* ask("POST", "/v1/accounts/me/api-keys", { body: { name: "limited", brandIds: brands } })
  const portal = yield* ask("POST", `/v1/brands/${live.brand.id}/portal/token`, {
    body: { customerEmail: "ines@north.example" }
  })
  const credentials: Record<Caller, string> = {
    key: live.key,
    limitedKey: limitedKey.json.secret,
    testKey: test.key,
    owner: (yield* signIn("owner@localhost")).key,
    admin: (yield* teamMember("admin")).key,
    agent: (yield* teamMember("agent")).key,
    limitedAgent: (yield* teamMember("agent", { brands })).key,
    portal: portal.json.accessToken
  }
  return { port, credentials, own: live.brand.id, ofTest: test.brand.id, other: String(other.json.id) }
})

/** The current world: a request that ends its sessions replaces it with a new one. */
class World extends Context.Service<World, Ref.Ref<Effect.Success<typeof makeWorld>>>()("trunkline/test/World") {
  static readonly layer = Layer.effect(World, Effect.flatMap(makeWorld, Ref.make))
  static readonly now = Effect.flatMap(World, Ref.get)
  static readonly renew = Effect.flatMap(World, (world) => Effect.flatMap(makeWorld, (made) => Ref.set(world, made)))
}

/** Endpoints that end sessions: the caller's, all of that person's, or everyone's. */
const endsSessions = (name: string) => /\.(logout|endSessions|endOrganizationSessions)$/.test(name)

layer(World.layer.pipe(Layer.provideMerge(site())), { excludeTestServices: true })("Over HTTP", (it) => {
  for (const { method, name, path, row, takesCredential } of endpoints) {
    it.effect(`${name}: ${method} ${path} admits whoever "${row}" allows, and no one else`, () =>
      Effect.gen(function* () {
        const { credentials, ofTest, other, own, port } = yield* World.now
        // A caller who may end everyone's sessions goes last.
        for (const caller of callers.toSorted((one, two) => Number(may(row, one)) - Number(may(row, two)))) {
          const to = (brandId: string) => send(port, method, pathWith(path, brandId), credentials[caller])
          const answer = yield* to(caller === "testKey" ? ofTest : own)
          if (!may(row, caller)) {
            assert.strictEqual(answer.status, 403, `${caller}: ${answer.body}`)
            assert.include(row === "testMode" ? ["forbidden", "test_mode_only"] : ["forbidden"], answer.code)
            continue
          }
          assert.isTrue(isLetIn(answer), `${caller}: ${answer.body}`)
          const namesBrandAlone = path.includes(":brandId") && path.split(":").length === 2
          if (method === "GET" && namesBrandAlone) assert.notStrictEqual(answer.status, 404, caller)
          if (!takesCredential || !path.includes(":brandId") || !caller.startsWith("limited")) continue
          // A brand that the caller may not see is treated like an unknown one. Endpoints without credentials show everyone the
          // same.
          const [foreign, unknown] = [yield* to(other), yield* to("unknown")]
          assert.deepStrictEqual(foreign, unknown, caller)
          if (method === "GET") assert.strictEqual(foreign.status, 404, `${caller}: ${foreign.body}`)
        }
        const nobody = yield* send(port, method, pathWith(path, own), "")
        if (takesCredential) assert.deepStrictEqual([nobody.status, nobody.code], [401, "unauthorized"])
        else assert.isTrue(isLetIn(nobody), nobody.body)
        if (endsSessions(name)) yield* World.renew
      })
    )
  }

  it.effect('a comment by another author can be changed by whoever "moderate" allows, and no one else', () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { credentials, own } = yield* World.now
      const tickets = `/v1/brands/${own}/tickets`
      const ticket = yield* ask("POST", tickets, { body: { title: "t", customerEmail: "ines@north.example" } })
      const comments = `${tickets}/${ticket.json.id}/comments`
      for (const caller of callers.filter((caller) => caller !== "testKey")) {
        const key = credentials[caller]
        const byOther = yield* ask("POST", comments, { body: { body: "by key" } })
        const path = `${comments}/${byOther.json.id}`
        const edited = yield* ask("PATCH", path, { key, body: { body: "changed" } })
        const deleted = yield* ask("DELETE", path, { key })
        const expected = may("moderate", caller) ? 200 : 403
        assert.deepStrictEqual([edited.status, deleted.status], [expected, expected], caller)
        if (caller === "portal") continue
        const byThem = yield* ask("POST", comments, { key, body: { body: "mine" } })
        assert.strictEqual(
          (yield* ask("PATCH", `${comments}/${byThem.json.id}`, { key, body: { body: "b" } })).status,
          200
        )
        assert.strictEqual((yield* ask("DELETE", `${comments}/${byThem.json.id}`, { key })).status, 200)
      }
    })
  )

  it.effect('a ticket can be purged by whoever "purge" allows, and no one else', () =>
    Effect.gen(function* () {
      const { ask } = yield* HttpSite
      const { credentials, own } = yield* World.now
      const tickets = `/v1/brands/${own}/tickets`
      for (const caller of callers.filter((caller) => caller !== "testKey")) {
        const ticket = yield* ask("POST", tickets, { body: { title: "t", customerEmail: "ines@north.example" } })
        const path = `${tickets}/${ticket.json.id}`
        const purged = yield* ask("DELETE", `${path}?permanent=true`, { key: credentials[caller] })
        assert.strictEqual(purged.status, may("purge", caller) ? 200 : 403, caller)
        assert.strictEqual((yield* ask("GET", path)).status, may("purge", caller) ? 404 : 200, caller)
      }
    })
  )
})
