import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Redacted } from "effect"
import { isToken, makeToken, type TokenKind } from "../../src/accounts/Token.ts"

const patterns = [...readFileSync("SECURITY.md", "utf8").matchAll(/^\| [^|]+ \| `(.+?)`/gm)].map(
  ([, pattern = ""]) => new RegExp(`^${pattern.replaceAll("\\|", "|")}$`)
)

for (const kind of ["ml", "stk", "pt"] satisfies ReadonlyArray<TokenKind>)
  it(`A token ${kind}_… has the pattern that scanners look for`, () => {
    const token = Redacted.value(makeToken(kind))
    assert.isTrue(isToken(kind, token))
    assert.isTrue(patterns.some((pattern) => pattern.test(token)))
  })
