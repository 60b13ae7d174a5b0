import { assert, describe, it } from "@effect/vitest"
import { mailboxes, normalizeEmail } from "../../../../channels/email/mime/mailboxes.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const cases: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, string?]>]> = [
  ["ines@north.example", [["ines@north.example"]]],
  ["Ines Roth <INES@North.Example>", [["ines@north.example", "Ines Roth"]]],
  ['"Roth, Ines" <ines@north.example>', [["ines@north.example", "Roth, Ines"]]],
  ["Roth, Ines <ines@north.example>", [["ines@north.example", "Roth, Ines"]]],
  ["=?utf-8?Q?In=C3=A9s?= <ines@north.example> (billing)", [["ines@north.example", "Inés"]]],
  ["ines@north.example (Ines Roth)", [["ines@north.example", "Ines Roth"]]],
  ["a@b.example (=?utf-8?Q?In=C3=A9s?=), c@d.example", [["a@b.example", "Inés"], ["c@d.example"]]],
  ["team: a@b.example, C <c@d.example>;", [["a@b.example"], ["c@d.example", "C"]]],
  ["a@bücher.example", [["a@xn--bcher-kva.example"]]],
  ['"quote \\" inside" <q@b.example>', [["q@b.example", 'quote " inside']]],
  ['Aki <"aki..k"@north.example>', [["aki..k@north.example", "Aki"]]],
  ['"aki.k."@north.example (Aki)', [["aki.k.@north.example", "Aki"]]],
  ['Eve <"eve@evil.example"@north.example>', []],
  ['Eve <"e v e"@north.example>', []],
  ["Cron Daemon <root@LOCALHOST>", [["root@localhost", "Cron Daemon"]]],
  ["camera@192.168.1", [["camera@192.168.1"]]],
  ["undisclosed-recipients:;", []],
  ["<>", []],
  ["no address at all", []],
  ['"unclosed <a@b.example>', []],
  ["two words@b.example", []],
  ['"ines@north.example" <ines@north.example>', [["ines@north.example"]]],
  [`"'Ines@north.example'" <ines@north.example>`, [["ines@north.example"]]],
  ["ceo@bank.example <eve@evil.example>", [["eve@evil.example"]]],
  ["ceo@bank.example. <eve@evil.example>", [["eve@evil.example"]]],
  ["=?utf-8?Q?=E2=80=8B_=E3=85=A4?= <eve@evil.example>", [["eve@evil.example"]]],
  ["=?utf-8?Q?=F0=9F=91=A9=E2=80=8D=F0=9F=92=BB?= <ada@north.example>", [["ada@north.example", "👩‍💻"]]]
]

describe("mailboxes", () => {
  for (const [raw, expected] of cases) {
    it(`reads ${raw}`, () =>
      assert.deepStrictEqual(
        mailboxes(Buffer.from(raw).toString("latin1")).map(({ email, name }) =>
          name === undefined ? [email] : [email, name]
        ),
        expected.map((pair) => [...pair])
      ))
  }

  it("takes no time for a maliciously built field", () => {
    takesAtMost(15_000, () => {
      for (const hostile of ["(", "<", '"', ",", "a@", "\\(", ":;"]) mailboxes(hostile.repeat(100_000))
    })
    for (const hostile of ["a,", "\xe9,", ";", "\xe9@,", "\xe9@b.c,"])
      takesAtMost(150, () => mailboxes(hostile.repeat(32_000 / hostile.length), "windows-1252"), hostile)
  })
})

describe("normalizeEmail", () => {
  for (const bad of [
    "",
    "a",
    "a@",
    "@b",
    "a@b@c",
    "a b@c.d",
    "a@b\u0000.c",
    `${"x".repeat(65)}@b.c`,
    "a@[127.0.0.1]",
    "a@b.",
    "a@b..example",
    "a\u200b@b.example"
  ]) {
    it(`does not accept ${JSON.stringify(bad)} as an address`, () => assert.isUndefined(normalizeEmail(bad)))
  }
})
