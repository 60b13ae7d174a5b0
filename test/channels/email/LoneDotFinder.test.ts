import { assert, it } from "@effect/vitest"
import { LoneDotFinder } from "../../../channels/email/LoneDotFinder.ts"

/** Whether the line is found at every point where the message can be split in two. */
const found = (message: string): ReadonlyArray<boolean> => {
  const bytes = Buffer.from(message)
  const answers = Array.from(bytes, (_, at) => {
    const finder = new LoneDotFinder()
    return finder.push(bytes.subarray(0, at)) || finder.push(bytes.subarray(at))
  })
  return [...new Set(answers)]
}

for (const [first, second] of [
  ["\n", "\n"],
  ["\n", "\r\n"],
  ["\r", "\r"],
  ["\r", "\r\n"],
  ["\r\n", "\n"],
  ["\r\n", "\r"],
  ["\r", "\n"],
  ["\r\r", "\r\n"],
  ["\r\n", "\n\n"]
]) {
  const line = `${first}.${second}`
  it(`finds ${JSON.stringify(line)} wherever the chunks are split`, () => {
    assert.deepStrictEqual(found(`Subject: x\r\n\r\nbody${line}MAIL FROM:<a@b.example>`), [true])
  })
}

it("finds a lone dot at the very beginning and end", () => {
  assert.deepStrictEqual(found(".\nMAIL FROM:<a@b.example>\r\n"), [true])
  assert.deepStrictEqual(found("body\r\n.\n"), [true])
})

for (const harmless of [
  "a\r\n.\r\nb",
  "one.\n.two\n..\nthree",
  "v1.2\r\n...\r\n",
  ".x\r\n",
  "dots . and .\ttabs\n",
  "\r\n.\r\n"
]) {
  it(`ignores ${JSON.stringify(harmless)}`, () => {
    assert.deepStrictEqual(found(harmless), [false])
  })
}
