import { assert, it } from "@effect/vitest"
import { withoutMentions } from "../../../../channels/chat/text/withoutMentions.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

it("Mentions are removed from the text of a message", () => {
  assert.strictEqual(withoutMentions("<@U1> <@U2|ada> hello"), "hello")
  assert.strictEqual(withoutMentions("<@U1|desk> <@U2|ada> hello", "U1"), "<@U2|ada> hello")
  assert.strictEqual(withoutMentions("<@U1"), "<@U1")
})

it("A megabyte of unterminated mentions is read in linear time", () => {
  for (const [piece, id] of [["<@"], ["<@U1|", "U1"]] as const)
    takesAtMost(150, () => withoutMentions(piece.repeat((1024 * 1024) / piece.length), id), piece)
})
