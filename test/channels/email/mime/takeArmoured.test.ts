import { assert, describe, it } from "@effect/vitest"
import { takeArmoured } from "../../../../channels/email/mime/takeArmoured.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const block = (kind: string, head = "") =>
  `-----BEGIN PGP ${kind}-----\n${head}\nhQGMA2IhNvGCM7CE\nAQwApg/gobsO+aiR==\n=gun4\n-----END PGP ${kind}-----`
const message = block("MESSAGE")
const key = block("PUBLIC KEY BLOCK")
const note = "[This is encrypted and cannot be read here. It is attached as received.]"
const keyNote = "[A public key is attached.]"

describe("takeArmoured", () => {
  const cases: ReadonlyArray<readonly [string, string, string, ReadonlyArray<readonly [string, string]>]> = [
    ["a message", message, note, [["encrypted.asc", message]]],
    ["what stands around", `Hi,\n\n${message}\n\nLena`, `Hi,\n\n${note}\n\nLena`, [["encrypted.asc", message]]],
    [
      "one with a head",
      block("MESSAGE", "Version: GnuPG v2\nComment: see https://north.example\n"),
      note,
      [["encrypted.asc", block("MESSAGE", "Version: GnuPG v2\nComment: see https://north.example\n")]]
    ],
    ["one with blanks at the ends of lines", message.replaceAll("\n", " \n"), note, [["encrypted.asc", message]]],
    [
      "one without an empty line",
      message.replace("\n\n", "\n"),
      note,
      [["encrypted.asc", message.replace("\n\n", "\n")]]
    ],
    ["a key", `Here:\n${key}`, `Here:\n${keyNote}`, [["public-key.asc", key]]],
    [
      "several",
      `${message}\n${key}\n${message}`,
      `${note}\n${keyNote}\n${note}`,
      [
        ["encrypted.asc", message],
        ["public-key.asc", key],
        ["encrypted.asc", message]
      ]
    ]
  ]
  for (const [what, text, left, files] of cases)
    it(`extracts ${what} from a text`, () =>
      assert.deepStrictEqual(takeArmoured(text), {
        text: left,
        files: files.map(([filename, armour]) => ({
          filename,
          contentType: filename === "encrypted.asc" ? "application/pgp-encrypted" : "application/pgp-keys",
          armour: `${armour}\n`
        }))
      }))

  for (const [what, text] of [
    ["without end", message.slice(0, -10)],
    ["that is quoted", message.replace(/^/gm, "> ")],
    ["in a sentence", `It begins with ${message}`],
    ["around a sentence", "-----BEGIN PGP MESSAGE-----\n\nis how it begins.\n-----END PGP MESSAGE-----"],
    ["around nothing", "-----BEGIN PGP MESSAGE-----\n\n-----END PGP MESSAGE-----"],
    ["that ends as another", message.replace("END PGP MESSAGE", "END PGP PUBLIC KEY BLOCK")],
    ["of a signature", block("SIGNATURE")]
  ] as const)
    it(`leaves armour ${what}`, () => assert.deepStrictEqual(takeArmoured(text), { text, files: [] }))

  it("takes time linear in the text", () => {
    for (const piece of [
      "-----BEGIN PGP MESSAGE-----\n",
      "-----BEGIN PGP MESSAGE-----\n\nabc\n",
      `${message}\n`,
      `${"abcd".repeat(20)}\n`
    ])
      takesAtMost(1_000, () =>
        takeArmoured(`-----BEGIN PGP MESSAGE-----\n${piece.repeat(Math.ceil(1_000_000 / piece.length))}`)
      )
  })
})
