import { assert, it } from "@effect/vitest"
import { withoutMentions } from "../../../../channels/chat/text/withoutMentions.ts"
import { takesAtMost } from "../../../support/takesAtMost.ts"

it("What a message says is left without those whom it mentions", () => {
  assert.strictEqual(withoutMentions("<@U1> <@U2|ada> hello"), "hello")
  assert.strictEqual(withoutMentions("<@U1|desk> <@U2|ada> hello", "U1"), "<@U2|ada> hello")
  assert.strictEqual(withoutMentions("<@U1"), "<@U1")
})

it("A megabyte of mentions that never end is read once", () => {
  for (const [piece, id] of [["<@"], ["<@U1|", "U1"]] as const)
    takesAtMost(150, () => withoutMentions(piece.repeat((1024 * 1024) / piece.length), id), piece)
})
