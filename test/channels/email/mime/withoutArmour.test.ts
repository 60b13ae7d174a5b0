import { assert, describe, it } from "@effect/vitest"
import { withoutArmour } from "../../../../channels/email/mime/withoutArmour.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

const begin = "-----BEGIN PGP SIGNED MESSAGE-----"
const signature = "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----"
const signed = (text: string, head = "Hash: SHA256\n") => `${begin}\n${head}\n${text}\n${signature}\n`

describe("withoutArmour", () => {
  for (const [what, text, written] of [
    ["what was signed", signed("My order is late.\n\nInes"), "My order is late.\n\nInes\n"],
    ["lines with dashes as they were", signed("- -- \n- - one\n- From me"), "-- \n- one\nFrom me\n"],
    ["no hash said", signed("Late.", ""), "Late.\n"],
    ["nothing signed", `${begin}\n\n${signature}`, "\n"],
    ["what stands around", `Hi,\n${signed("Late.")}The list`, "Hi,\nLate.\nThe list"],
    ["several", signed("One.") + signed("Two."), "One.\nTwo.\n"]
  ] as const)
    it(`leaves ${what}`, () => assert.strictEqual(withoutArmour(text), written))

  for (const [what, text] of [
    ["without end", `${begin}\n\nLate.\n-----BEGIN PGP SIGNATURE-----\nabc`],
    ["without signature", `${begin}\n\nLate.\n`],
    ["without empty line", `${begin}\nLate.\n${signature}`],
    ["that is quoted", `> ${signed("Late.").replaceAll("\n", "\n> ")}`],
    ["in a sentence", `It says ${begin} and\n\nno more. ${signature}`],
    ["of a key", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nabc\n-----END PGP PUBLIC KEY BLOCK-----"]
  ] as const)
    it(`keeps armour ${what}`, () => assert.strictEqual(withoutArmour(text), text))

  it("takes time linear in the text", () => {
    for (const piece of [`${begin}\n`, `${begin}\n\n`, signed("x"), `${begin}\n${"Hash: a\n".repeat(9)}`])
      takesAtMost(1_000, () => withoutArmour(piece.repeat(Math.ceil(1_000_000 / piece.length))))
  })
})
