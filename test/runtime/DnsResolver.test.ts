import { assert, describe, it } from "@effect/vitest"
import { type DnsRecords, type Resolve, remembering } from "../../src/runtime/DnsResolver.ts"

const fails = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

/** A resolver that counts its queries, and its clock. */
const counting = (answer: (name: string) => Promise<DnsRecords>) => {
  const asked: Array<string> = []
  const clock = { now: 0 }
  const ask: Resolve = (name, type) => {
    asked.push(`${type} ${name}`)
    return answer(name)
  }
  return { asked, clock, resolve: remembering(ask, () => clock.now) }
}

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "answered",
    ({ code }: { readonly code: string }) => code
  )

describe("DnsResolver", () => {
  it("sends one query for a question, whether concurrent or within minutes", async () => {
    const { asked, clock, resolve } = counting(() => Promise.resolve([["v=spf1 -all"]]))
    await Promise.all([resolve("acme.example", "TXT"), resolve("ACME.example", "TXT"), resolve("acme.example", "MX")])
    assert.deepStrictEqual(asked, ["TXT acme.example", "MX acme.example"])
    clock.now = 299_000
    assert.deepStrictEqual(await resolve("acme.example", "TXT"), [["v=spf1 -all"]])
    assert.lengthOf(asked, 2)
    clock.now = 301_000
    await resolve("acme.example", "TXT")
    assert.lengthOf(asked, 3)
  })

  it("caches for half a minute that there is no answer", async () => {
    const { asked, clock, resolve } = counting(() => fails("ENOTFOUND"))
    assert.strictEqual(await codeOf(resolve("x.example", "TXT")), "ENOTFOUND")
    assert.strictEqual(await codeOf(resolve("x.example", "TXT")), "ENOTFOUND")
    assert.lengthOf(asked, 1)
    clock.now = 31_000
    await codeOf(resolve("x.example", "TXT"))
    assert.lengthOf(asked, 2)
  })

  it("fails at once for a while when no server answers, and asks again afterwards", async () => {
    let answers = false
    const { asked, clock, resolve } = counting(() => (answers ? Promise.resolve(["yes"]) : fails("ETIMEOUT")))
    for (const name of ["a", "b", "c"]) assert.strictEqual(await codeOf(resolve(name, "TXT")), "ETIMEOUT")
    assert.strictEqual(await codeOf(resolve("d", "TXT")), "ETIMEOUT")
    assert.lengthOf(asked, 3)
    answers = true
    clock.now = 16_000
    assert.strictEqual(await codeOf(resolve("d", "TXT")), "answered")
  })

  it("caches no more than its limit", async () => {
    const { asked, resolve } = counting(() => Promise.resolve(["yes"]))
    for (let name = 0; name <= 10_000; name++) await resolve(`n${name}`, "A")
    await resolve("n10000", "A")
    assert.lengthOf(asked, 10_001)
    await resolve("n0", "A")
    assert.lengthOf(asked, 10_002)
  })
})
