import { assert, it } from "@effect/vitest"
import { settings } from "../src/AppConfig.ts"
import { interpret } from "../src/CommandLine.ts"

it("starts without arguments", () => {
  assert.deepStrictEqual(interpret([]), { _tag: "Start" })
})

it("lists every setting with its default and whether it is a secret", () => {
  for (const flag of ["--help", "-h"]) {
    const help = interpret([flag])
    assert.ok(help._tag === "Print" && help.exitCode === 0)
    for (const { default: byDefault, meaning, name, secret } of Object.values(settings)) {
      const line = help.text.split("\n").find((line) => line.startsWith(`  ${name} `))
      assert.include(line, meaning)
      assert.include(line, byDefault === undefined ? "(unset" : `(default ${byDefault}`.trimEnd())
      assert.strictEqual(line?.includes("secret)"), secret)
    }
  }
})

it("says what to do about an unknown argument, and fails", () => {
  const answer = interpret(["--help", "--prot=3001"])
  assert.ok(answer._tag === "Print" && answer.exitCode === 2)
  assert.strictEqual(
    answer.text,
    'Unknown argument "--prot=3001": settings are environment variables, such as PORT=3001 npm start. `npm start -- --help` lists them.\n'
  )
})
