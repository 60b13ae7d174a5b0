import { assert, it } from "@effect/vitest"
import { commandHelp, readCommand } from "../../../../channels/chat/desk/readCommand.ts"

it("treats anything but a command as the title of a new ticket", () => {
  for (const [typed, title] of [
    ["", ""],
    ["  ", ""],
    ["new", ""],
    ["new printer", "printer"],
    ["the printer is on fire", "the printer is on fire"],
    ["reply to all is broken", "reply to all is broken"],
    ["show me the money", "show me the money"],
    ["list of open questions", "list of open questions"],
    ["note that this is a title", "note that this is a title"],
    ["helpless", "helpless"],
    ["12 monkeys", "12 monkeys"]
  ] as const)
    assert.deepStrictEqual(readCommand(typed), { kind: "new", title }, typed)
})

it("reads numbers with and without prefix, and with a hash", () => {
  for (const [typed, prefix, number] of [
    ["12", undefined, 12],
    ["#12", undefined, 12],
    ["ACME-12", "ACME", 12],
    ["show 7", undefined, 7],
    ["Show acme-7", "ACME", 7],
    ["status #7", undefined, 7]
  ] as const)
    assert.deepStrictEqual(readCommand(typed), { kind: "show", number: { prefix, number } }, typed)
})

it("reads answers and notes with several lines", () => {
  assert.deepStrictEqual(readCommand("reply 12 It is\nback"), {
    kind: "write",
    number: { prefix: undefined, number: 12 },
    text: "It is\nback",
    visibility: "public"
  })
  assert.deepInclude(readCommand("NOTE acme-3 look here"), { text: "look here", visibility: "internal" })
})

it("says what is missing instead of guessing", () => {
  for (const [typed, usage] of [
    ["reply 12", "reply 12 what you want to say"],
    ["reply 12 \u200b", "reply 12 what you want to say"],
    ["reply", "reply 12 what you want to say"],
    ["note", "note 12 what you want to say"],
    ["search", "search words to look for"],
    ["show", "show 12"]
  ] as const)
    assert.deepStrictEqual(readCommand(typed), { kind: "incomplete", usage }, typed)
})

it("accepts its keywords in any case", () => {
  assert.deepStrictEqual(readCommand("HELP"), { kind: "help" })
  assert.deepStrictEqual(readCommand("list"), { kind: "list", which: "mine" })
  assert.deepStrictEqual(readCommand("List unassigned"), { kind: "list", which: "unassigned" })
  assert.deepStrictEqual(readCommand("search broken printer"), { kind: "search", words: "broken printer" })
})

it("tells customers nothing about what only the team can do", () => {
  assert.include(commandHelp(true), "/ticket note")
  assert.notInclude(commandHelp(false), "note")
  assert.notInclude(commandHelp(false), "unassigned")
})
